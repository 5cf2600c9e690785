import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString } from 'class-validator';
import { IsListOf, IsMoney, IsNested, IsTextList } from './field-decorators.dto.ts';

/**
 * needs_mapping: a CSV file whose columns must be assigned · received: the file is saved · importing: a worker is
 * reading it · stored: in the ledger, figures not yet updated · completed: stored and projected · failed: nothing from
 * the file is in the ledger · undoing: being removed · undone: removed from the ledger and the figures.
 */
export const IMPORT_STATES = [
  'needs_mapping',
  'received',
  'importing',
  'stored',
  'completed',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Determined from the content, gzip-compressed or not. */
export const FILE_KINDS = ['json', 'nacha', 'csv'] as const;
export type ImportedFileKind = (typeof FILE_KINDS)[number];

/** Spec section 7 and product.md "Import". */
export class UploadResponse {
  @IsInt() transactionCount!: number;
  @IsInt() memberCount!: number;
  @IsInt() duplicateCount!: number;
  @IsInt() rejectedCount!: number;
  @IsInt() importId!: number;
  @IsIn(IMPORT_STATES) state!: ImportState;
}

/** `transactionCount` entries were stored; the five counts by kind are included. */
export class ImportSummary extends UploadResponse {
  @IsString() fileName!: string;
  @IsInt() fileSize!: number;
  @IsString() digest!: string;
  /** Null until the file type is known. */
  @IsOptional() @IsIn(FILE_KINDS) fileKind!: ImportedFileKind | null;
  @IsString() uploadedBy!: string;
  /** Equals fileSize at the end of the file. */
  @IsInt() bytesRead!: number;
  /** Entries and duplicates removed at the end of their retention period; only `readCount` includes them. */
  @IsInt() purgedCount!: number;
  /** Stored, duplicate, rejected and purged entries, without orphan records. */
  @IsInt() readCount!: number;
  /** NACHA records that belong to no entry; part of `rejectedCount`. */
  @IsInt() orphanCount!: number;
  /** Duplicates that a user stored after review; part of `duplicateCount`. */
  @IsInt() keptCount!: number;
  @IsInt() zeroDollarCount!: number;
  /** NACHA accounting advices inform the institution and are not member entries. */
  @IsInt() adviceCount!: number;
  @IsInt() prenoteCount!: number;
  @IsInt() returnCount!: number;
  @IsInt() noticeCount!: number;
  /** Without prenotes, notices, advices, zero-dollar entries and returns. */
  @IsMoney() creditTotal!: string;
  @IsMoney() debitTotal!: string;
  /** Defects that did not cause a rejection; the receipt lists the first ones. */
  @IsInt() warningCount!: number;
  @IsInt() unbalancedCount!: number;
  @IsOptional() @IsString() failure!: string | null;
  @IsISO8601() createdAt!: string;
  @IsOptional() @IsISO8601() completedAt!: string | null;
  @IsOptional() @IsString() undoneBy!: string | null;
  @IsOptional() @IsISO8601() undoneAt!: string | null;
}

/** All entries, including prenotes, returns and notices. */
export class ControlSums {
  @IsInt() entryAndAddendaCount!: number;
  /** Last ten digits of the sum of the 8-digit RDFI identifications. */
  @IsInt() entryHash!: number;
  @IsMoney() debits!: string;
  @IsMoney() credits!: string;
}

export class MoneyPart {
  @IsInt() entries!: number;
  @IsMoney() credits!: string;
  @IsMoney() debits!: string;
}

/** The parts add up to everything read. Rejected entries with an unreadable amount or direction count as $0. */
export class MoneyParts {
  /** New entries in the ledger that move money. */
  @IsNested(() => MoneyPart) stored!: MoneyPart;
  /** Of any kind. */
  @IsNested(() => MoneyPart) duplicates!: MoneyPart;
  @IsNested(() => MoneyPart) returns!: MoneyPart;
  /** Prenotes, notices, advices and zero-dollar entries, which may carry an amount. */
  @IsNested(() => MoneyPart) notMoney!: MoneyPart;
  @IsNested(() => MoneyPart) rejected!: MoneyPart;
}

export const CONTROL_LEVELS = ['file', 'batch'] as const;
export type ControlLevel = (typeof CONTROL_LEVELS)[number];

export class ControlTotals {
  @IsIn(CONTROL_LEVELS) level!: ControlLevel;
  /** For a batch: its number, company and SEC code. */
  @IsString() label!: string;
  @IsOptional() @IsInt() headerLine!: number | null;
  @IsOptional() @IsInt() controlLine!: number | null;
  @IsOptional() @IsNested(() => ControlSums) declared!: ControlSums | null;
  @IsNested(() => ControlSums) counted!: ControlSums;
  /** Null if nothing was declared. */
  @IsOptional() @IsBoolean() balanced!: boolean | null;
  /** Null for imports by versions that did not record them. */
  @IsOptional() @IsNested(() => MoneyParts) parts!: MoneyParts | null;
  /** One sentence per mismatch. */
  @IsTextList() differences!: string[];
}

/** From 1, both inclusive. */
export class ColumnRange {
  @IsInt() from!: number;
  @IsInt() to!: number;
}

/** A defect that did not cause the entry to be rejected. */
export class FileWarning {
  @IsInt() line!: number;
  @IsOptional() @IsNested(() => ColumnRange) columns!: ColumnRange | null;
  @IsString() field!: string;
  @IsString() value!: string;
  @IsString() rule!: string;
  @IsString() sentence!: string;
}

/** Limit per receipt for warnings and for batch or file totals with each result (balanced, unbalanced, undeclared). */
export const MAX_RECEIPT_LINES = 1_000;

export class ImportReceipt extends ImportSummary {
  /** In file order. Empty for file kinds without control records. */
  @IsListOf(() => ControlTotals) totals!: ControlTotals[];
  /** Null without control records and for imports by versions that did not record them. */
  @IsOptional() @IsNested(() => MoneyParts) parts!: MoneyParts | null;
  @IsInt() totalsCount!: number;
  @IsListOf(() => FileWarning) warnings!: FileWarning[];
  /** Returns whose original entry is now in the ledger. Returns in CSV and JSON files do not name the original. */
  @IsInt() matchedReturnCount!: number;
}

export class RejectedRow {
  @IsInt() line!: number;
  @IsInt() row!: number;
  @IsString() field!: string;
  @IsString() value!: string;
  @IsString() reason!: string;
}

/** in_ledger: an earlier import stored the entry · in_file: the file contains it twice with the same trace number. */
export const DUPLICATE_CASES = ['in_ledger', 'in_file'] as const;
export type DuplicateCase = (typeof DUPLICATE_CASES)[number];

export class DuplicateMatch {
  @IsInt() transactionId!: number;
  @IsInt() importId!: number;
  @IsString() fileName!: string;
  @IsInt() line!: number;
}

/** All business fields equal those of its twin. */
export class DuplicateRow {
  @IsInt() row!: number;
  @IsInt() line!: number;
  @IsIn(DUPLICATE_CASES) case!: DuplicateCase;
  @IsNested(() => DuplicateMatch) twin!: DuplicateMatch;
  @IsString() company!: string;
  @IsString() memberName!: string;
  @IsString() accountNumber!: string;
  @IsMoney() amount!: string;
  @IsIn(['Credit', 'Debit']) transactionType!: 'Credit' | 'Debit';
  @IsOptional() @IsISO8601() day!: string | null;
  /** A user confirmed that it is a separate entry, and it was stored. */
  @IsBoolean() kept!: boolean;
}

/** Generated by infra/sample-data, imported by ingest. */
export const SAMPLE_LEDGER = { transactionCount: 13_190, accountCount: 2_583 } as const;

export class SampleOffer {
  /** The ledger is empty, no import is running, and the file exists. */
  @IsBoolean() available!: boolean;
  @IsInt() transactionCount!: number;
  @IsInt() accountCount!: number;
}
