import { IsInt, IsISO8601, IsOptional, IsString } from 'class-validator';

/** An AI report as the lists show it (spec "ai_reports"). */
export class ReportSummary {
  @IsInt() id!: number;
  @IsString() reportType!: string;
  @IsString() title!: string;
  @IsOptional() @IsISO8601() dateRangeStart!: string | null;
  @IsOptional() @IsISO8601() dateRangeEnd!: string | null;
  @IsISO8601() generatedAt!: string;
}
