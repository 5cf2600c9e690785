import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString } from 'class-validator';
import { IsListOf, IsMoney, IsNested, IsTextList } from './field-decorators.dto.ts';

/**
 * needs_mapping: a CSV file that waits for somebody to say what its columns mean · received: bytes are safe on disk ·
 * importing: a worker reads them · stored: in the ledger, figures not yet up to date · completed: stored and projected ·
 * failed: nothing of the file is in the ledger · undoing: an admin takes it back · undone: neither the ledger nor the
 * figures hold anything of it.
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

/** What a file is by its content, packed with gzip or not. */
export const FILE_KINDS = ['json', 'nacha', 'csv'] as const;
export type ImportedFileKind = (typeof FILE_KINDS)[number];

/** Answer of `POST /api/upload-transactions` (spec section 7 plus product.md "Import"). */
export class UploadResponse {
  @IsInt() transactionCount!: number;
  @IsInt() memberCount!: number;
  @IsInt() duplicateCount!: number;
  @IsInt() rejectedCount!: number;
  @IsInt() importId!: number;
  @IsIn(IMPORT_STATES) state!: ImportState;
}

/** An import in the history. `transactionCount` entries were stored; the five counts by kind are parts of it. */
export class ImportSummary extends UploadResponse {
  @IsString() fileName!: string;
  @IsInt() fileSize!: number;
  /** SHA-256 of the bytes, hex. */
  @IsString() digest!: string;
  /** Null for a file of which nothing is known yet. */
  @IsOptional() @IsIn(FILE_KINDS) fileKind!: ImportedFileKind | null;
  @IsString() uploadedBy!: string;
  /** Bytes read so far; equals fileSize when reading is done. */
  @IsInt() bytesRead!: number;
  /** Entries and duplicates that have left at the end of their retention period; no other count has them. */
  @IsInt() purgedCount!: number;
  /** Entries of the file: stored, duplicates, rejected and purged together, without orphan records. */
  @IsInt() readCount!: number;
  /** Records of a NACHA file that belong to no entry; part of `rejectedCount`. */
  @IsInt() orphanCount!: number;
  /** Duplicates that somebody has stored after all; part of `duplicateCount`. */
  @IsInt() keptCount!: number;
  /** Without accounting advices. */
  @IsInt() zeroDollarCount!: number;
  /** Accounting advices of NACHA: they tell an institution what was booked, and are no entries of members. */
  @IsInt() adviceCount!: number;
  @IsInt() prenoteCount!: number;
  @IsInt() returnCount!: number;
  /** Notifications of change. */
  @IsInt() noticeCount!: number;
  /** Of what was stored as money: prenotes, notices, zero-dollar entries and returns are no money. */
  @IsMoney() creditTotal!: string;
  @IsMoney() debitTotal!: string;
  /** What should be looked at though it was taken; the receipt lists the first of them. */
  @IsInt() warningCount!: number;
  /** Batches and files whose own control totals do not agree with what was counted. */
  @IsInt() unbalancedCount!: number;
  @IsOptional() @IsString() failure!: string | null;
  @IsISO8601() createdAt!: string;
  @IsOptional() @IsISO8601() completedAt!: string | null;
  /** Who took the import back, and when its entries left the ledger. */
  @IsOptional() @IsString() undoneBy!: string | null;
  @IsOptional() @IsISO8601() undoneAt!: string | null;
}

/** What a batch or file control adds up: all its entries, prenotes, returns and notices included. */
export class ControlSums {
  @IsInt() entryAndAddendaCount!: number;
  /** Last ten digits of the sum of the receiving institutions' numbers. */
  @IsInt() entryHash!: number;
  @IsMoney() debits!: string;
  @IsMoney() credits!: string;
}

/** Entries and their amounts, whatever kind they are. */
export class MoneyPart {
  @IsInt() entries!: number;
  @IsMoney() credits!: string;
  @IsMoney() debits!: string;
}

/**
 * What became of all that was read: the five parts add up to it. A rejected entry whose amount or direction cannot be read
 * counts without an amount, here and in the control totals.
 */
export class MoneyParts {
  /** New in the ledger, and money. */
  @IsNested(() => MoneyPart) stored!: MoneyPart;
  /** In the ledger before, of any kind. */
  @IsNested(() => MoneyPart) duplicates!: MoneyPart;
  /** New in the ledger, and returns. */
  @IsNested(() => MoneyPart) returns!: MoneyPart;
  /** New in the ledger: prenotes, notices, advices and zero-dollar entries, which may carry an amount. */
  @IsNested(() => MoneyPart) notMoney!: MoneyPart;
  @IsNested(() => MoneyPart) rejected!: MoneyPart;
}

export const CONTROL_LEVELS = ['file', 'batch'] as const;
export type ControlLevel = (typeof CONTROL_LEVELS)[number];

/** A batch or file of NACHA against its own control record. */
export class ControlTotals {
  @IsIn(CONTROL_LEVELS) level!: ControlLevel;
  /** As a person calls it: number, company and class of a batch. */
  @IsString() label!: string;
  @IsOptional() @IsInt() headerLine!: number | null;
  @IsOptional() @IsInt() controlLine!: number | null;
  /** Null without a control record that can be read. */
  @IsOptional() @IsNested(() => ControlSums) declared!: ControlSums | null;
  @IsNested(() => ControlSums) counted!: ControlSums;
  /** Whether what is declared was read. Null when nothing was declared. */
  @IsOptional() @IsBoolean() balanced!: boolean | null;
  /** What became of it when it was imported. Null for imports of versions that did not note it. */
  @IsOptional() @IsNested(() => MoneyParts) parts!: MoneyParts | null;
  /** One sentence for each sum that does not agree. */
  @IsTextList() differences!: string[];
}

/** Columns of a record, from 1, both inclusive. */
export class ColumnRange {
  @IsInt() from!: number;
  @IsInt() to!: number;
}

/** Something a file does wrong that was no reason to refuse an entry. */
export class FileWarning {
  @IsInt() line!: number;
  /** Null where a line has no fixed columns. */
  @IsOptional() @IsNested(() => ColumnRange) columns!: ColumnRange | null;
  @IsString() field!: string;
  /** What stands there. */
  @IsString() value!: string;
  /** Names the rule for programs: `control_mismatch`. */
  @IsString() rule!: string;
  @IsString() sentence!: string;
}

/**
 * Most totals of each sort (batches and files that agree, that do not, that nothing was declared for) and most warnings that
 * a receipt lists.
 */
export const MAX_RECEIPT_LINES = 1_000;

/** Everything an import has to say for itself. */
export class ImportReceipt extends ImportSummary {
  /** In the order of the file. Empty for kinds without control records. */
  @IsListOf(() => ControlTotals) totals!: ControlTotals[];
  /** What became of the whole file. Null without control records, and for imports of versions that did not note it. */
  @IsOptional() @IsNested(() => MoneyParts) parts!: MoneyParts | null;
  /** How many batches and files there are in all. */
  @IsInt() totalsCount!: number;
  @IsListOf(() => FileWarning) warnings!: FileWarning[];
  /**
   * Of `returnCount`, those whose original entry the ledger holds, as of now: it may come later. Returns in tables and JSON name
   * no original and find none.
   */
  @IsInt() matchedReturnCount!: number;
}

export class RejectedRow {
  @IsInt() line!: number;
  /** Position of the row in the file, from 1. */
  @IsInt() row!: number;
  @IsString() field!: string;
  @IsString() value!: string;
  @IsString() reason!: string;
}

/** in_ledger: an earlier import has stored the entry · in_file: the same file holds it twice, under one trace number. */
export const DUPLICATE_CASES = ['in_ledger', 'in_file'] as const;
export type DuplicateCase = (typeof DUPLICATE_CASES)[number];

/** The stored entry that a skipped row equals. */
export class DuplicateMatch {
  @IsInt() transactionId!: number;
  @IsInt() importId!: number;
  @IsString() fileName!: string;
  @IsInt() line!: number;
}

/** A row that was skipped because the ledger has it. What it says is what its twin says: all business fields agree. */
export class DuplicateRow {
  /** Position of the row in the file, from 1. */
  @IsInt() row!: number;
  @IsInt() line!: number;
  @IsIn(DUPLICATE_CASES) case!: DuplicateCase;
  @IsNested(() => DuplicateMatch) twin!: DuplicateMatch;
  @IsString() company!: string;
  @IsString() memberName!: string;
  @IsString() accountNumber!: string;
  @IsMoney() amount!: string;
  @IsIn(['Credit', 'Debit']) transactionType!: 'Credit' | 'Debit';
  /** ISO day; null for an entry without any date. */
  @IsOptional() @IsISO8601() day!: string | null;
  /** Somebody has said that it is an entry of its own, and it was stored. */
  @IsBoolean() kept!: boolean;
}

/** The generated ledger that an empty system offers: infra/sample-data makes it, ingest imports it. */
export const SAMPLE_LEDGER = { transactionCount: 13_190, accountCount: 2_583 } as const;

/** Answer of `GET /api/imports/sample`. */
export class SampleOffer {
  /** Nothing is in the ledger, nothing is on its way there, and the file is at hand. */
  @IsBoolean() available!: boolean;
  @IsInt() transactionCount!: number;
  @IsInt() accountCount!: number;
}
