import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { firstRetainedDay, type RetentionPeriod } from '@clearwatch/domain/retention-period';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { isRetryable } from '@clearwatch/service-kit/database/database-errors';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
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
import { inImportTransaction } from '../ledger/ledger-sql.ts';
import { importedKindOf } from '../uploads/file-kind.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { copyDirectly, DirectCopySlices, FileSlices } from './direct-copy.ts';
import { type ImportClaim, ImportClaims, type ImportOutcome } from './import-claims.repository.ts';
import { latestAllowedDay, STAGED_COLUMNS } from './import-copy-text.ts';
import { copyTextReaderFor } from './import-readers.ts';
import { LedgerMerge, type MergeCounts } from './ledger-merge.ts';
import { openStoredFile, type ReadingProgress } from './open-stored-file.ts';

/**
 * Rows of the file before they are merged: temporary tables of the import's own transaction, gone with it whatever
 * happens. `slice` holds the rows just read, `untraced` what must wait until the whole file is read. A refused row has
 * its problems and no entry.
 */
const CREATE_STAGING = `
  CREATE TEMPORARY TABLE slice (
    row_number          integer NOT NULL,
    line                integer NOT NULL,
    problems            jsonb,
    transaction_hash    uuid,
    has_trace           boolean,
    company             text,
    last_name           text,
    first_name          text,
    middle_initial      text,
    account_number      text,
    original_account    text,
    transaction_code    text,
    amount              numeric(12,2),
    transaction_type    ledger.transaction_type,
    entry_kind          ledger.entry_kind,
    check_tracer_number text,
    addenda             text,
    batch               text,
    settlement_date     date,
    effective_date      date,
    posting_date        date,
    posting_minute      smallint,
    entry_description   text,
    class               text,
    metadata            jsonb
  ) ON COMMIT DROP;
  CREATE TEMPORARY TABLE untraced (LIKE slice) ON COMMIT DROP`;
const COPY_SLICE = `COPY slice (${STAGED_COLUMNS.join(', ')}) FROM STDIN`;

/** To be called once in a transaction. */
async function createStaging(client: Client): Promise<void> {
  await client.query(CREATE_STAGING);
}

/** Streams COPY text into the staging table, has it merged and empties the table. */
async function stageSlice(
  client: Client,
  { pieces, merge }: { pieces: Iterable<Buffer> | AsyncIterable<Buffer>; merge: () => Promise<void> },
): Promise<void> {
  await pipeline(pieces, client.query(copyFrom(COPY_SLICE)));
  await merge();
  await client.query('TRUNCATE slice');
}

/** Enough rows to tell whether the file is new: what is staged costs more than what is copied. */
const FIRST_SLICE_BYTES = 512 * 1024;
/** Some 28,000 rows: large enough for set-based work, small enough that reading and merging keep pace. */
const SLICE_BYTES = 6 * 1024 ** 2;
/** Two of these are held at a time, each as it came, laid out and in order. */
const DIRECT_SLICE_BYTES = 3 * 1024 ** 2;

/**
 * Everything an import does inside its one transaction, except saying that it is done. For rows that the ledger
 * already has it changes nothing, so running it again is harmless.
 *
 * One slice is stored while the next is read from the file: PostgreSQL and this process both have work all the time, and
 * what is held between them is bounded. Slices are staged and merged. When one of them was wholly new, the next are likely
 * to be: their entries are copied straight into the ledger, until one of them is refused as known.
 *
 * @param options.inOrder stages every slice: its rows are then inserted in one order, whatever that of the file is. For an
 * import that has met another of the same entries.
 */
export async function loadIntoLedger(
  client: Client,
  options: { importId: number; copyText: AsyncIterable<Buffer>; inOrder?: boolean; sliceBytes?: number },
): Promise<MergeCounts> {
  const { importId, copyText, inOrder = false, sliceBytes } = options;
  const merge = new LedgerMerge(client, importId);
  const stage = (pieces: Iterable<Buffer> | AsyncIterable<Buffer>) =>
    stageSlice(client, { pieces, merge: () => merge.addSlice() });
  const copyWhileNew = async (straight: DirectCopySlices): Promise<void> => {
    for (let slice = await straight.next(); slice !== null; slice = await straight.next()) {
      const { entries, others, pieces } = slice;
      if (await merge.addStraight(() => copyDirectly(client, entries))) {
        if (others.length > 0) await stage(others);
        continue;
      }
      await stage(pieces);
      const last = await straight.last();
      if (last !== null) await stage(last.pieces);
      return;
    }
  };
  const slices = new FileSlices(copyText);
  let mayBeKnown = inOrder;
  try {
    await createStaging(client);
    for (let bytes = FIRST_SLICE_BYTES; !slices.isEmpty; bytes = SLICE_BYTES) {
      await stage(slices.take(sliceBytes ?? bytes));
      if (mayBeKnown || !merge.isLastWhollyNew) continue;
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
  help: 'Imports that came to an end, by how.',
  label: 'outcome',
  values: ['stored', 'failed'],
});
const ENTRY_COUNTER = new FixedLabelCounter({
  name: 'clearwatch_import_rows_total',
  help: 'Rows of stored imports: entries that were new, duplicates that were skipped, rows that were rejected.',
  label: 'outcome',
  values: ['imported', 'duplicate', 'rejected'],
});

/** After the commit: what was undone was not imported. */
function countImportedEntries({ stored, duplicates, rejected }: MergeCounts): void {
  IMPORT_COUNTER.count('stored');
  ENTRY_COUNTER.count('imported', stored);
  ENTRY_COUNTER.count('duplicate', duplicates);
  ENTRY_COUNTER.count('rejected', rejected);
}

export function countFailedImport(): void {
  IMPORT_COUNTER.count('failed');
}

/** Of fewer entries nobody needs statistics. */
const MIN_ENTRIES_FOR_STATISTICS = 10_000;

/**
 * What PostgreSQL believes the ledger holds. It counts by itself about once a minute, and what is not committed counts as
 * nothing: counted in the middle of its first import the ledger is empty, and is so for all who ask before it is counted again.
 */
@Injectable()
export class LedgerStatistics {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** After an import is committed: counts anew when it brought as much as was known before. */
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
      // The entries are stored; PostgreSQL counts them a little later.
      this.logger.warn({ err: error }, 'the ledger was not counted after an import');
    }
  }
}

/** Each time at least one of the imports that locked each other up gets through. */
const MAX_ATTEMPTS = 8;

/** Brings one stored file into the ledger, whole or not at all. */
@Injectable()
export class FileImporter {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    private readonly claims: ImportClaims,
    private readonly today: Today,
    private readonly ledger: LedgerStatistics,
  ) {}

  /**
   * Repeats the whole transaction when PostgreSQL undid it because of another import (40P01, 40001).
   * @returns `superseded` when another attempt has taken over and nothing was changed here
   * @throws ImportFileError when the file cannot be read; AppError or the driver's error when something is away
   */
  async import(
    claim: ImportClaim,
    options: { progress: ReadingProgress; signal: AbortSignal },
  ): Promise<'stored' | 'superseded'> {
    return this.store.withFile(claim.digest, (path) => this.importFrom(path, claim, options));
  }

  private async importFrom(
    path: string,
    claim: ImportClaim,
    options: { progress: ReadingProgress; signal: AbortSignal },
  ): Promise<'stored' | 'superseded'> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.importOnce(claim, { ...options, path, attempt });
      } catch (error) {
        if (options.signal.aborted) throw importStopped();
        if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
        await pause(50 * 2 ** attempt);
      }
    }
  }

  private async importOnce(
    claim: ImportClaim,
    {
      path,
      progress,
      signal,
      attempt,
    }: { path: string; progress: ReadingProgress; signal: AbortSignal; attempt: number },
  ): Promise<'stored' | 'superseded'> {
    Object.assign(progress, { bytesRead: 0, rowsRead: 0 });
    try {
      const { counts } = await inImportTransaction(
        { url: this.environment.DATABASE_URL, importId: claim.importId, signal },
        async (client) => {
          const outcome = await this.bringIn(client, claim, { path, progress, attempt });
          if (!(await this.claims.markStored(client, claim, outcome))) throw new Superseded();
          return outcome;
        },
      );
      countImportedEntries(counts);
      await this.ledger.grownBy(counts.stored);
      return 'stored';
    } catch (error) {
      if (error instanceof Superseded) return 'superseded';
      throw error;
    }
  }

  private async bringIn(
    client: Client,
    { importId, digest }: ImportClaim,
    { path, progress, attempt }: { path: string; progress: ReadingProgress; attempt: number },
  ): Promise<ImportOutcome> {
    const content = await openStoredFile(path, {
      progress,
      maxBytes: this.environment.UPLOAD_MAX_BYTES,
    });
    const notes = new ReceiptCollector();
    try {
      const read = await copyTextReaderFor(content, () => mappingOfImport(client, importId));
      const copyText = read({
        chunks: content.chunks,
        latestDay: latestAllowedDay(this.today),
        kept: await this.keptPeriod(client, digest),
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

  private async keptPeriod(client: Client, digest: string): Promise<RetentionPeriod> {
    const { rowCount } = await client.query('SELECT 1 FROM ledger.purged_files WHERE digest = $1', [digest]);
    const keptYears = this.environment.TRANSACTIONS_KEPT_YEARS;
    return {
      keptYears,
      firstKeptDay: firstRetainedDay(this.today.day(), keptYears),
      wasPurged: (rowCount ?? 0) > 0,
    };
  }
}

/** Ends the transaction of an attempt that came too late. */
class Superseded extends Error {}

function importStopped(): AppError {
  return new AppError('unavailable', 'The worker was stopped; another one takes the import over.');
}
