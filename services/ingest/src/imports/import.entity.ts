import {
  type ControlLevel,
  type ImportedFileKind,
  type ImportState,
  ImportSummary,
  type MoneyParts,
} from '@clearwatch/contracts/imports.dto';
import { bigintAsNumber, pickFieldsOf, timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import { Column, Entity, Generated, PrimaryColumn, VirtualColumn } from 'typeorm';

/** An uploaded file. The transaction that stores its entries also writes the counts and sums. */
@Entity({ schema: 'ledger', name: 'imports' })
export class ImportEntity {
  @PrimaryColumn('bigint', { transformer: bigintAsNumber })
  @Generated()
  id!: number;

  @Column('text') fileName!: string;
  @Column('bigint', { transformer: bigintAsNumber }) fileSize!: number;
  /** SHA-256 of the bytes, hex. */
  @Column('text') digest!: string;
  @Column('text', { nullable: true }) fileKind!: ImportedFileKind | null;
  @Column('text') state!: Exclude<ImportState, 'completed'>;
  @Column('integer', { nullable: true }) uploadedBy!: number | null;
  @Column('text') uploadedByName!: string;
  /** Identifies the worker that may write: a later claim replaces an earlier one. */
  @Column('uuid', { nullable: true }) attempt!: string | null;
  @Column('bigint', { transformer: bigintAsNumber, default: 0 }) bytesRead!: number;
  @Column('text', { nullable: true }) failureCode!: string | null;
  @Column('text', { nullable: true }) failure!: string | null;

  @Column('integer', { default: 0 }) transactionCount!: number;
  @Column('integer', { default: 0 }) memberCount!: number;
  @Column('integer', { default: 0 }) duplicateCount!: number;
  @Column('integer', { default: 0 }) keptCount!: number;
  @Column('integer', { default: 0 }) rejectedCount!: number;
  @Column('integer', { default: 0 }) orphanCount!: number;
  @Column('integer', { default: 0 }) purgedCount!: number;
  @Column('integer', { default: 0 }) zeroDollarCount!: number;
  @Column('integer', { default: 0 }) prenoteCount!: number;
  @Column('integer', { default: 0 }) returnCount!: number;
  @Column('integer', { default: 0 }) noticeCount!: number;
  @Column('integer', { default: 0 }) adviceCount!: number;
  @Column('integer', { default: 0 }) warningCount!: number;
  /** Number of NACHA batches and files in the uploaded file. */
  @Column('integer', { default: 0 }) totalsCount!: number;
  @Column('integer', { default: 0 }) unbalancedCount!: number;
  @Column('numeric', { precision: 22, scale: 2, default: 0 }) creditTotal!: string;
  @Column('numeric', { precision: 22, scale: 2, default: 0 }) debitTotal!: string;
  /** Null for imports by versions that did not record it. */
  @Column('jsonb', { nullable: true }) parts!: MoneyParts | null;

  /** The import whose duplicate this import stored as an entry; null for an import of a file. */
  @Column('bigint', { nullable: true, transformer: bigintAsNumber }) keptFrom!: number | null;

  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) createdAt!: string;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) startedAt!: string | null;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) progressAt!: string | null;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) finishedAt!: string | null;
  @Column('integer', { nullable: true }) undoneBy!: number | null;
  @Column('text', { nullable: true }) undoneByName!: string | null;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) undoneAt!: string | null;

  /** An import is completed when analytics has counted its entries, and undone when analytics has subtracted them. */
  @VirtualColumn('text', {
    query: (row) => `SELECT CASE
      WHEN ${row}.state = 'stored' AND EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = ${row}.id) THEN 'completed'
      WHEN ${row}.state = 'undone' AND NOT EXISTS (SELECT FROM analytics.projected_undos u WHERE u.import_id = ${row}.id) THEN 'undoing'
      ELSE ${row}.state END`,
  })
  visibleState!: ImportState;
}

const pickSummary = pickFieldsOf(ImportSummary);

export function toImportSummary(row: ImportEntity): ImportSummary {
  const { transactionCount, duplicateCount, rejectedCount, orphanCount, purgedCount } = row;
  return pickSummary(row, {
    importId: row.id,
    state: row.visibleState,
    readCount: transactionCount + duplicateCount + rejectedCount - orphanCount + purgedCount,
    uploadedBy: row.uploadedByName,
    completedAt: row.finishedAt,
    undoneBy: row.undoneByName,
  });
}

@Entity({ schema: 'ledger', name: 'import_totals' })
export class ImportTotalsEntity {
  @PrimaryColumn('bigint', { transformer: bigintAsNumber }) importId!: number;
  /** In file order, from 1. */
  @PrimaryColumn('integer') position!: number;
  @Column('text') level!: ControlLevel;
  @Column('text') label!: string;
  @Column('integer', { nullable: true }) headerLine!: number | null;
  @Column('integer', { nullable: true }) controlLine!: number | null;
  /** All four are null without a readable control record. */
  @Column('integer', { nullable: true }) declaredEntriesAndAddenda!: number | null;
  @Column('bigint', { nullable: true, transformer: bigintAsNumber }) declaredEntryHash!: number | null;
  @Column('numeric', { precision: 22, scale: 2, nullable: true }) declaredDebits!: string | null;
  @Column('numeric', { precision: 22, scale: 2, nullable: true }) declaredCredits!: string | null;
  @Column('integer') countedEntriesAndAddenda!: number;
  @Column('bigint', { transformer: bigintAsNumber }) countedEntryHash!: number;
  @Column('numeric', { precision: 22, scale: 2 }) countedDebits!: string;
  @Column('numeric', { precision: 22, scale: 2 }) countedCredits!: string;
  @Column('boolean', { nullable: true }) balanced!: boolean | null;
  @Column('text', { array: true }) differences!: string[];
  @Column('jsonb', { nullable: true }) parts!: MoneyParts | null;
}

@Entity({ schema: 'ledger', name: 'import_warnings' })
export class ImportWarningEntity {
  @PrimaryColumn('bigint', { transformer: bigintAsNumber }) importId!: number;
  /** In file order, from 1. */
  @PrimaryColumn('integer') position!: number;
  @Column('integer') line!: number;
  @Column('integer', { nullable: true }) columnsFrom!: number | null;
  @Column('integer', { nullable: true }) columnsTo!: number | null;
  @Column('text') field!: string;
  @Column('text') value!: string;
  @Column('text') rule!: string;
  @Column('text') sentence!: string;
}

@Entity({ schema: 'ledger', name: 'rejected_rows' })
export class RejectedRowEntity {
  @PrimaryColumn('bigint', { transformer: bigintAsNumber }) importId!: number;
  @PrimaryColumn('integer') rowNumber!: number;
  /** Position among the row's problems, from 1. */
  @PrimaryColumn('smallint') problem!: number;
  @Column('integer') line!: number;
  @Column('text') field!: string;
  @Column('text') value!: string;
  @Column('text') reason!: string;
  /** The row as it appears in the file, stored with its first problem. */
  @Column('text', { nullable: true }) source!: string | null;
}
