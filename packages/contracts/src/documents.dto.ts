import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
} from 'class-validator';
import type { CsvField } from './csv-mapping.ts';
import { IsListOf, IsNested, IsTextList } from './field-decorators.dto.ts';

export class UploadedDocument {
  @IsString() filename!: string;
  @IsIn(['success', 'error']) status!: 'success' | 'error';
  @IsOptional() @IsUUID() jobId!: string | null;
  @IsOptional() @IsString() error!: string | null;
}

export class BulkUploadResponse {
  @IsInt() successfulUploads!: number;
  @IsInt() failedUploads!: number;
  @IsListOf(() => UploadedDocument) jobs!: UploadedDocument[];
}

/** needs_columns: waits until a person says what its columns are. */
export const PARSE_JOB_STATES = ['pending', 'processing', 'needs_columns', 'completed', 'failed'] as const;
export type ParseJobState = (typeof PARSE_JOB_STATES)[number];

/** local: on the server, without network access · llama_cloud: LlamaExtract, when its key is configured. */
export const EXTRACTORS = ['local', 'llama_cloud'] as const;
export type Extractor = (typeof EXTRACTORS)[number];

/** Spec "parse_jobs". */
export class ParseJob {
  @IsInt() id!: number;
  @IsUUID() jobId!: string;
  /** Id at the extraction service, used to resume; null for the local extractor. */
  @IsOptional() @IsString() llamaParseJobId!: string | null;
  /** The stored name, and the uploaded name. */
  @IsString() fileName!: string;
  @IsString() originalFileName!: string;
  @IsInt() fileSize!: number;
  @IsString() mimeType!: string;
  @IsIn(PARSE_JOB_STATES) status!: ParseJobState;
  @IsOptional() @IsString() extractionAgentId!: string | null;
  @IsOptional() @IsString() errorMessage!: string | null;
  /** Totals for the stored imports: new entries, skipped duplicates, members. */
  @IsInt() transactionCount!: number;
  @IsInt() duplicateCount!: number;
  @IsInt() memberCount!: number;
  @IsISO8601() createdAt!: string;
  @IsOptional() @IsISO8601() completedAt!: string | null;
  @IsIn(EXTRACTORS) extractor!: Extractor;
  @IsOptional() @IsInt() pages!: number | null;
  @IsInt() pagesDone!: number;
  @IsInt() heldCount!: number;
  @IsString() uploadedBy!: string;
}

/** Fractions of the page's width and height, 0 to 1. */
export class PageBox {
  @IsNumber() x!: number;
  @IsNumber() y!: number;
  @IsNumber() width!: number;
  @IsNumber() height!: number;
}

export class ParsedCell {
  @IsString() text!: string;
  /** The text of a corrected cell as originally read. */
  @IsOptional() @IsString() readAs!: string | null;
  @IsOptional() @IsNested(() => PageBox) box!: PageBox | null;
  @IsTextList() doubts!: string[];
}

/** ready: no doubts, being imported · held: waiting for review · accepted: reviewed, being imported. */
export const PARSED_ROW_STATES = ['ready', 'held', 'accepted', 'discarded', 'imported'] as const;
export type ParsedRowState = (typeof PARSED_ROW_STATES)[number];

export class ParsedRow {
  @IsInt() row!: number;
  @IsInt() page!: number;
  @IsIn(PARSED_ROW_STATES) state!: ParsedRowState;
  @IsListOf(() => ParsedCell) cells!: ParsedCell[];
  @IsOptional() @IsNested(() => PageBox) box!: PageBox | null;
  @IsTextList() doubts!: string[];
  @IsOptional() @IsString() decidedBy!: string | null;
}

export class ParsedColumn {
  @IsString() name!: string;
  /** Null for a column that is not imported. */
  @Allow() field!: CsvField | null;
}

export class ParseJobDetail extends ParseJob {
  @IsListOf(() => ParsedColumn) columns!: ParsedColumn[];
  @IsListOf(() => ParsedRow) rows!: ParsedRow[];
  /** Oldest first. Receipts and undo are available for these imports. */
  @IsArray() @IsInt({ each: true }) importIds!: number[];
  @IsBoolean() hasPictures!: boolean;
  /** Whether a person can say what the columns are. */
  @IsBoolean() canEditColumns!: boolean;
}

export class DecidedRow {
  @IsInt() row!: number;
  /** One per column; if left out, the cells stay as read. */
  @IsOptional() @IsTextList() @ArrayMaxSize(100) @MaxLength(1_000, { each: true }) cells?: string[];
}

/** Applies to all rows or to none. */
export class DecideRowsRequest {
  @IsIn(['accept', 'discard']) decision!: 'accept' | 'discard';
  @IsListOf(() => DecidedRow) @ArrayMinSize(1) @ArrayMaxSize(1_000) rows!: DecidedRow[];
}
