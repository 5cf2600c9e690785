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

/** What became of each file of an upload. */
export class UploadedDocument {
  @IsString() filename!: string;
  @IsIn(['success', 'error']) status!: 'success' | 'error';
  @IsOptional() @IsUUID() jobId!: string | null;
  @IsOptional() @IsString() error!: string | null;
}

/** Answer of `POST /api/bulk-upload-llamaextract`. */
export class BulkUploadResponse {
  @IsInt() successfulUploads!: number;
  @IsInt() failedUploads!: number;
  @IsListOf(() => UploadedDocument) jobs!: UploadedDocument[];
}

export const PARSE_JOB_STATES = ['pending', 'processing', 'completed', 'failed'] as const;
export type ParseJobState = (typeof PARSE_JOB_STATES)[number];

/** local: on the premises, without any network · llama_cloud: LlamaExtract, when its key is set up. */
export const EXTRACTORS = ['local', 'llama_cloud'] as const;
export type Extractor = (typeof EXTRACTORS)[number];

/** One document on its way into the ledger (spec "parse_jobs"). */
export class ParseJob {
  @IsInt() id!: number;
  @IsUUID() jobId!: string;
  /** The extraction service's own id of the work, by which it is resumed; null for the local extractor. */
  @IsOptional() @IsString() llamaParseJobId!: string | null;
  /** The name it is stored under, and the name it came with. */
  @IsString() fileName!: string;
  @IsString() originalFileName!: string;
  @IsInt() fileSize!: number;
  @IsString() mimeType!: string;
  @IsIn(PARSE_JOB_STATES) status!: ParseJobState;
  @IsOptional() @IsString() extractionAgentId!: string | null;
  @IsOptional() @IsString() errorMessage!: string | null;
  /** Of the rows that are in the ledger by now: entries stored, skipped as known, members they concern. */
  @IsInt() transactionCount!: number;
  @IsInt() duplicateCount!: number;
  @IsInt() memberCount!: number;
  @IsISO8601() createdAt!: string;
  @IsOptional() @IsISO8601() completedAt!: string | null;
  @IsIn(EXTRACTORS) extractor!: Extractor;
  /** Null until it is known how many there are. */
  @IsOptional() @IsInt() pages!: number | null;
  @IsInt() pagesDone!: number;
  /** Rows that wait for a person. */
  @IsInt() heldCount!: number;
  @IsString() uploadedBy!: string;
}

/** Where something stands on a page: parts of its width and height, 0 to 1, so that any size of picture fits. */
export class PageBox {
  @IsNumber() x!: number;
  @IsNumber() y!: number;
  @IsNumber() width!: number;
  @IsNumber() height!: number;
}

export class ParsedCell {
  @IsString() text!: string;
  /** As it was read, when a person has corrected it. */
  @IsOptional() @IsString() readAs!: string | null;
  @IsOptional() @IsNested(() => PageBox) box!: PageBox | null;
  /** Why a person should look at it. */
  @IsTextList() doubts!: string[];
}

/** ready: nothing speaks against it, being imported · held: waits for a person · accepted: decided, being imported. */
export const PARSED_ROW_STATES = ['ready', 'held', 'accepted', 'discarded', 'imported'] as const;
export type ParsedRowState = (typeof PARSED_ROW_STATES)[number];

export class ParsedRow {
  /** From 1, over the whole document. */
  @IsInt() row!: number;
  @IsInt() page!: number;
  @IsIn(PARSED_ROW_STATES) state!: ParsedRowState;
  @IsListOf(() => ParsedCell) cells!: ParsedCell[];
  @IsOptional() @IsNested(() => PageBox) box!: PageBox | null;
  /** Why it waits as a whole. */
  @IsTextList() doubts!: string[];
  @IsOptional() @IsString() decidedBy!: string | null;
}

export class ParsedColumn {
  @IsString() name!: string;
  /** What it means; null for a column that is not imported. */
  @Allow() field!: CsvField | null;
}

/** Answer of `GET /api/parse-jobs/{id}`: a document and what was read in it. */
export class ParseJobDetail extends ParseJob {
  @IsListOf(() => ParsedColumn) columns!: ParsedColumn[];
  @IsListOf(() => ParsedRow) rows!: ParsedRow[];
  /** Imports that its rows went into, newest last: receipt and undo are theirs. */
  @IsArray() @IsInt({ each: true }) importIds!: number[];
  /** Whether pictures of its pages can be had. */
  @IsBoolean() hasPictures!: boolean;
}

/** A row that waits, and how it should be. */
export class DecidedRow {
  @IsInt() row!: number;
  /** The cells as they should be, one for each column; as they were read unless given. */
  @IsOptional() @IsTextList() @ArrayMaxSize(100) @MaxLength(1_000, { each: true }) cells?: string[];
}

/** Body of `POST /api/parse-jobs/{id}/decisions`: what a person decides about rows that wait. All of them or none. */
export class DecideRowsRequest {
  @IsIn(['accept', 'discard']) decision!: 'accept' | 'discard';
  @IsListOf(() => DecidedRow) @ArrayMinSize(1) @ArrayMaxSize(1_000) rows!: DecidedRow[];
}
