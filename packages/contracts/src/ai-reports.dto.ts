import { Allow, IsIn, IsInt, IsISO8601, IsNumber, IsOptional, IsString, MaxLength } from 'class-validator';
import { type Fact, REPORT_TYPES, type ReportDocument, type ReportType } from './ai-reports.ts';
import { IsDay } from './field-decorators.dto.ts';
import { MAX_PROMPT_LENGTH } from './transaction-reports.ts';

/** Not finished: pending, composing. Finished: completed, failed, cancelled. */
export const REPORT_STATES = ['pending', 'composing', 'completed', 'failed', 'cancelled'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** built_in: composed by rules from the facts, on the server. model: written by the configured language model. */
export const REPORT_WRITERS = ['built_in', 'model'] as const;
export type ReportWriter = (typeof REPORT_WRITERS)[number];

/** Days are ISO dates, both inclusive, both optional. */
export class GenerateReportRequest {
  @IsIn(REPORT_TYPES) reportType!: ReportType;
  @IsOptional() @IsDay() dateRangeStart?: string;
  @IsOptional() @IsDay() dateRangeEnd?: string;
  /** Required for `custom`. */
  @IsOptional() @IsString() @MaxLength(MAX_PROMPT_LENGTH) customPrompt?: string;
}

export class ReportSummary {
  @IsInt() id!: number;
  @IsIn(REPORT_TYPES) reportType!: ReportType;
  @IsString() title!: string;
  /** Null until the period is known. */
  @IsOptional() @IsISO8601() dateRangeStart!: string | null;
  @IsOptional() @IsISO8601() dateRangeEnd!: string | null;
  /** Time of completion; until then, time of the request. */
  @IsISO8601() generatedAt!: string;
  @IsIn(REPORT_STATES) state!: ReportState;
  @IsString() requestedBy!: string;
  /** Numbers, days and names in the text that match no fact; more than 0 is a warning. */
  @IsInt() unboundCount!: number;
}

export class ReportDetail extends ReportSummary {
  /** Markdown; partial while a model is writing. */
  @IsString() content!: string;
  @IsOptional() @IsString() prompt!: string | null;
  @IsOptional() @IsIn(REPORT_WRITERS) writer!: ReportWriter | null;
  @IsOptional() @IsString() model!: string | null;
  /** Why the built-in writer replaced the model, or why there is no report. */
  @IsOptional() @IsString() notice!: string | null;
  @IsOptional() @IsInt() promptTokens!: number | null;
  @IsOptional() @IsInt() completionTokens!: number | null;
  /** US dollars, if prices are configured. */
  @IsOptional() @IsNumber() cost!: number | null;
  @Allow() document!: ReportDocument | null;
  @Allow() facts!: Fact[];
}
