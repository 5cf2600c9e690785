import { pipeline } from 'node:stream/promises';
import { firstRetainedDay, type RetentionPeriod } from '@clearwatch/domain/retention-period';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { hasRows } from '@clearwatch/service-kit/database/query-rows';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { FixedLabelCounter } from '@clearwatch/service-kit/metrics/prometheus-metrics';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { mappingOfImport } from '../csv-mappings/csv-mappings.repository.ts';
import { ReceiptCollector } from '../imports/receipt-parts.ts';
import { storeReceipt } from '../imports/receipts.repository.ts';
import { IngestEnvironment } from '../ingest-environment.ts';
import {
  importConnectionName,
  inBulkTransaction,
  LOCK_LEDGER_SHARED,
  retryingConflicts,
} from '../ledger/ledger-sql.ts';
import { importedKindOf } from '../uploads/file-kind.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { copyDirectly, DirectCopySlices, FileSlices } from './direct-copy.ts';
import { type ImportClaim, ImportClaims, type ImportOutcome } from './import-claims.repository.ts';
import { latestAllowedDay, STAGED_COLUMNS, STAGING_TYPES } from './import-copy-text.ts';
import { copyTextReaderFor } from './import-readers.ts';
import { LedgerMerge, type MergeCounts } from './ledger-merge.ts';
import { newReadingProgress, openStoredFile, type ReadingProgress } from './open-stored-file.ts';

/**
 * Rows of the file before they are merged, in temporary tables of the import's own transaction. `slice` holds the rows
 * just read, `untraced` the rows that wait until the whole file has been read. A rejected row has problems and no
 * entry.
 */
const CREATE_STAGING = `
  CREATE TEMPORARY TABLE slice (
    ${Object.entries(STAGING_TYPES)
      .map((column) => column.join(' '))
      .join(', ')}
  ) ON COMMIT DROP;
  CREATE TEMPORARY TABLE untraced (LIKE slice) ON COMMIT DROP`;
const COPY_SLICE = `COPY slice (${STAGED_COLUMNS.join(', ')}) FROM STDIN`;

/** Enough rows to tell whether the file is new. Staging costs more than copying. */
const FIRST_SLICE_BYTES = 512 * 1024;
/** About 28,000 rows: large enough for set-based work, small enough for reading and merging to keep pace. */
const SLICE_BYTES = 6 * 1024 ** 2;
/** Two of these are in memory at a time, each as read, split and sorted. */
const DIRECT_SLICE_BYTES = 3 * 1024 ** 2;

/**
 * Entries that are already in the ledger stay unchanged, so a second run is harmless. One slice is stored while the
 * next is read, so PostgreSQL and this process both work all the time, and little data is held in memory between them.
 * After a slice that was entirely new, entries are copied straight into the ledger until one is known.
 * @param options.inOrder stages every slice, so that rows are inserted in the same order whatever the order of the
 * file; used to retry after a deadlock with another import of the same entries
 */
export async function loadIntoLedger(
  client: Client,
  options: { importId: number; copyText: AsyncIterable<Buffer>; inOrder?: boolean; sliceBytes?: number },
): Promise<MergeCounts> {
  const { importId, copyText, inOrder = false, sliceBytes } = options;
  const merge = new LedgerMerge(client, importId);
  const stage = async (pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> => {
    await pipeline(pieces, client.query(copyFrom(COPY_SLICE)));
    await merge.addSlice();
    await client.query('TRUNCATE slice');
  };
  const copyWhileNew = async (direct: DirectCopySlices): Promise<void> => {
    for (let slice = await direct.next(); slice !== null; slice = await direct.next()) {
      const { entries, others, pieces } = slice;
      if (await merge.addDirectly(() => copyDirectly(client, entries))) {
        if (others.length > 0) await stage(others);
        continue;
      }
      await stage(pieces);
      const last = await direct.last();
      if (last !== null) await stage(last.pieces);
      return;
    }
  };
  const slices = new FileSlices(copyText);
  let mayBeKnown = inOrder;
  try {
    await client.query(CREATE_STAGING);
    for (let bytes = FIRST_SLICE_BYTES; !slices.isEmpty; bytes = SLICE_BYTES) {
      await stage(slices.take(sliceBytes ?? bytes));
      if (mayBeKnown || !merge.isLastSliceNew) continue;
      await copyWhileNew(new DirectCopySlices(slices, { importId, bytes: sliceBytes ?? DIRECT_SLICE_BYTES }));
      mayBeKnown = true;
    }
  } finally {
    slices.close();
  }
  return merge.finish();
}

const IMPORT_COUNTER = new FixedLabelCounter({
  name: 'clearwatch_imports_total',
  help: 'Finished imports by outcome.',
  label: 'outcome',
  values: ['stored', 'failed'],
});
const ENTRY_COUNTER = new FixedLabelCounter({
  name: 'clearwatch_import_rows_total',
  help: 'Rows in stored imports by outcome: new entries, skipped duplicates and rejected rows.',
  label: 'outcome',
  values: ['imported', 'duplicate', 'rejected'],
});

export function countFailedImport(): void {
  IMPORT_COUNTER.count('failed');
}

/** Smaller tables need no statistics. */
const MIN_ENTRIES_FOR_STATISTICS = 10_000;

/**
 * PostgreSQL's statistics for the ledger. Autovacuum runs about once a minute and does not see uncommitted rows. If it
 * runs during the first import, plans assume an empty ledger until its next run.
 */
@Injectable()
export class LedgerStatistics {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Called after an import is committed. Analyzes the ledger if it has at least doubled. */
  async grownBy(entries: number): Promise<void> {
    if (entries < MIN_ENTRIES_FOR_STATISTICS) return;
    try {
      await this.database.query(`
        DO $$ BEGIN
          IF (SELECT reltuples FROM pg_class WHERE oid = 'ledger.transactions'::regclass) < ${BigInt(entries)} THEN
            ANALYZE (SKIP_LOCKED) ledger.transactions;
          END IF;
        END $$`);
    } catch (error) {
      // The entries are stored; autovacuum analyzes them later.
      this.logger.warn({ err: error }, 'ledger statistics not updated after an import');
    }
  }
}

/** In each round, at least one of the deadlocked imports gets through. */
const MAX_ATTEMPTS = 8;

interface ImportOptions {
  progress: ReadingProgress;
  signal: AbortSignal;
}

@Injectable()
export class FileImporter {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    private readonly claims: ImportClaims,
    private readonly today: Today,
    private readonly ledger: LedgerStatistics,
  ) {}

  /** @returns `superseded` if another attempt has taken over and nothing was changed here */
  async import(claim: ImportClaim, options: ImportOptions): Promise<'stored' | 'superseded'> {
    return this.store.withFile(claim.digest, (path) =>
      retryingConflicts({ attempts: MAX_ATTEMPTS, signal: options.signal, task: 'import' }, (attempt) =>
        this.importOnce(claim, { ...options, path, attempt }),
      ),
    );
  }

  private async importOnce(
    claim: ImportClaim,
    options: ImportOptions & { path: string; attempt: number },
  ): Promise<'stored' | 'superseded'> {
    const { signal, progress } = options;
    Object.assign(progress, newReadingProgress());
    try {
      const name = importConnectionName(claim.importId);
      const transaction = { url: this.environment.DATABASE_URL, name, lock: LOCK_LEDGER_SHARED, signal };
      const { counts } = await inBulkTransaction(transaction, async (client) => {
        const outcome = await this.load(client, claim, options);
        if (!(await this.claims.markStored(client, claim, outcome))) throw new Superseded();
        return outcome;
      });
      IMPORT_COUNTER.count('stored');
      ENTRY_COUNTER.count('imported', counts.stored);
      ENTRY_COUNTER.count('duplicate', counts.duplicates);
      ENTRY_COUNTER.count('rejected', counts.rejected);
      await this.ledger.grownBy(counts.stored);
      return 'stored';
    } catch (error) {
      if (error instanceof Superseded) return 'superseded';
      throw error;
    }
  }

  private async load(
    client: Client,
    { importId, digest }: ImportClaim,
    { path, progress, attempt }: { path: string; progress: ReadingProgress; attempt: number },
  ): Promise<ImportOutcome> {
    const content = await openStoredFile(path, { progress, maxBytes: this.environment.UPLOAD_MAX_BYTES });
    const notes = new ReceiptCollector();
    try {
      const read = await copyTextReaderFor(content, () => mappingOfImport(client, importId));
      const copyText = read({
        chunks: content.chunks,
        latestDay: latestAllowedDay(this.today),
        retention: await this.retentionPeriod(client, digest),
        progress,
        notes,
      });
      const counts = await loadIntoLedger(client, { importId, copyText, inOrder: attempt > 1 });
      await storeReceipt(client, { importId, after: counts.after }, notes);
      return { counts, notes, fileKind: importedKindOf(content) };
    } finally {
      content.close();
    }
  }

  private async retentionPeriod(client: Client, digest: string): Promise<RetentionPeriod> {
    const sql = 'SELECT FROM ledger.purged_files WHERE digest = $1';
    const wasPurged = await hasRows(client, sql, [digest]);
    const retentionYears = this.environment.TRANSACTIONS_KEPT_YEARS;
    return {
      retentionYears,
      firstRetainedDay: firstRetainedDay(this.today.day(), retentionYears),
      wasPurged,
    };
  }
}

/** Rolls back the transaction of an attempt that was superseded. */
class Superseded extends Error {}
