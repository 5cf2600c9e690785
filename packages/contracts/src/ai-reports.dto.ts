import { Allow, IsIn, IsInt, IsISO8601, IsNumber, IsOptional, IsString, MaxLength } from 'class-validator';
import { type Fact, REPORT_TYPES, type ReportDocument, type ReportType } from './ai-reports.ts';
import { IsDay } from './field-decorators.dto.ts';
import { MAX_PROMPT_LENGTH } from './transaction-reports.ts';

/** Open: pending, composing. Ended: completed, failed, cancelled. */
export const REPORT_STATES = ['pending', 'composing', 'completed', 'failed', 'cancelled'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** built_in: composed by rules from the facts, on the premises. model: worded by the language model that is set up. */
export const REPORT_WRITERS = ['built_in', 'model'] as const;
export type ReportWriter = (typeof REPORT_WRITERS)[number];

/** Body of `POST /api/generate-report`. Days are ISO days, both included, both optional. */
export class GenerateReportRequest {
  @IsIn(REPORT_TYPES) reportType!: ReportType;
  @IsOptional() @IsDay() dateRangeStart?: string;
  @IsOptional() @IsDay() dateRangeEnd?: string;
  /** Only for `custom`, which needs one that is not blank. */
  @IsOptional() @IsString() @MaxLength(MAX_PROMPT_LENGTH) customPrompt?: string;
}

/** An AI report as the lists show it (spec "ai_reports"). */
export class ReportSummary {
  @IsInt() id!: number;
  @IsIn(REPORT_TYPES) reportType!: ReportType;
  @IsString() title!: string;
  /** The period it speaks of; null until that is known. */
  @IsOptional() @IsISO8601() dateRangeStart!: string | null;
  @IsOptional() @IsISO8601() dateRangeEnd!: string | null;
  /** When it was completed; until then, when it was asked for. */
  @IsISO8601() generatedAt!: string;
  @IsIn(REPORT_STATES) state!: ReportState;
  @IsString() requestedBy!: string;
  /** How many numbers, days or names in it are bound to no fact; more than 0 is a warning. */
  @IsInt() unboundCount!: number;
}

/** Answer of `GET /api/reports/{id}` and `POST /api/generate-report`. */
export class ReportDetail extends ReportSummary {
  /** The whole text, line breaks kept (Markdown); what there is so far while a model writes. */
  @IsString() content!: string;
  @IsOptional() @IsString() prompt!: string | null;
  @IsOptional() @IsIn(REPORT_WRITERS) writer!: ReportWriter | null;
  /** Name of the model that worded it. */
  @IsOptional() @IsString() model!: string | null;
  /** Why the built-in writer took over from the model, or why there is no report. */
  @IsOptional() @IsString() notice!: string | null;
  @IsOptional() @IsInt() promptTokens!: number | null;
  @IsOptional() @IsInt() completionTokens!: number | null;
  /** US dollars, when prices are set up. */
  @IsOptional() @IsNumber() cost!: number | null;
  /** Null until it is completed. */
  @Allow() document!: ReportDocument | null;
  @Allow() facts!: Fact[];
}
