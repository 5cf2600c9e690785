import {
  FILE_KINDS,
  IMPORT_STATES,
  type ImportedFileKind,
  type ImportSummary,
  type MoneyParts,
} from '@clearwatch/contracts/imports.dto';
import {
  enumOf,
  instantOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { moneyPartsOf } from '../receipts/money-parts.ts';

/** All that the table of imports says about one. */
export interface ImportStanding {
  summary: ImportSummary;
  failureCode: string | null;
  /** Batches and files of the file. */
  totalsCount: number;
  parts: MoneyParts | null;
}

export function toImportStanding(row: Row): ImportStanding {
  return {
    summary: toImportSummary(row),
    failureCode: nullable(textOf, row, 'failure_code'),
    totalsCount: integerOf(row, 'totals_count'),
    parts: moneyPartsOf(row),
  };
}

/** A row of the imports query, as the wire shows it. */
export function toImportSummary(row: Row): ImportSummary {
  const stored = integerOf(row, 'transaction_count');
  const duplicates = integerOf(row, 'duplicate_count');
  const rejected = integerOf(row, 'rejected_count');
  const purged = integerOf(row, 'purged_count');
  const orphans = integerOf(row, 'orphan_count');
  return {
    importId: integerOf(row, 'id'),
    state: enumOf(IMPORT_STATES, row, 'visible_state'),
    readCount: stored + duplicates + rejected - orphans + purged,
    orphanCount: orphans,
    transactionCount: stored,
    memberCount: integerOf(row, 'member_count'),
    duplicateCount: duplicates,
    keptCount: integerOf(row, 'kept_count'),
    rejectedCount: rejected,
    purgedCount: purged,
    zeroDollarCount: integerOf(row, 'zero_dollar_count'),
    prenoteCount: integerOf(row, 'prenote_count'),
    returnCount: integerOf(row, 'return_count'),
    noticeCount: integerOf(row, 'notice_count'),
    adviceCount: integerOf(row, 'advice_count'),
    creditTotal: moneyOf(row, 'credit_total'),
    debitTotal: moneyOf(row, 'debit_total'),
    warningCount: integerOf(row, 'warning_count'),
    unbalancedCount: integerOf(row, 'unbalanced_count'),
    fileName: textOf(row, 'file_name'),
    fileSize: integerOf(row, 'file_size'),
    digest: textOf(row, 'digest'),
    fileKind: fileKindOf(row),
    uploadedBy: textOf(row, 'uploaded_by_name'),
    bytesRead: integerOf(row, 'bytes_read'),
    failure: nullable(textOf, row, 'failure'),
    createdAt: instantOf(row, 'created_at'),
    completedAt: nullable(instantOf, row, 'finished_at'),
    undoneBy: nullable(textOf, row, 'undone_by_name'),
    undoneAt: nullable(instantOf, row, 'undone_at'),
  };
}

function fileKindOf(row: Row): ImportedFileKind | null {
  const text = nullable(textOf, row, 'file_kind');
  return FILE_KINDS.find((known) => known === text) ?? null;
}
