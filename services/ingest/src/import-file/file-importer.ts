import { setTimeout as pause } from 'node:timers/promises';
import { firstRetainedDay, type RetentionPeriod } from '@clearwatch/domain/retention-period';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { isRetryable } from '@clearwatch/service-kit/database/database-errors';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { givenMapping } from '../csv-mappings/given-mapping.ts';
import { IngestEnvironment } from '../environment.ts';
import { latestDay } from '../imports/latest-day.ts';
import { ReceiptNotes } from '../receipts/receipt-notes.ts';
import { storeReceipt } from '../receipts/store-receipt.ts';
import { importedKindOf } from '../uploads/content-kind.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { bringIntoLedger } from './bring-into-ledger.ts';
import { type Claim, ImportClaims, type ImportOutcome } from './import-claims.repository.ts';
import { inImportTransaction } from './import-connection.ts';
import { countStored } from './import-metrics.ts';
import { LedgerCount } from './ledger-count.ts';
import { openContent } from './open-content.ts';
import { readerFor } from './reader-for.ts';
import type { ReadingProgress } from './reading-progress.ts';

/** Each time at least one of the imports that locked each other up gets through. */
const TRIES = 8;

/** Brings one stored file into the ledger, whole or not at all. */
@Injectable()
export class FileImporter {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    private readonly claims: ImportClaims,
    private readonly today: Today,
    private readonly ledger: LedgerCount,
  ) {}

  /**
   * Repeats the whole transaction when PostgreSQL undid it because of another import (40P01, 40001).
   * @returns `superseded` when another attempt has taken over and nothing was changed here
   * @throws ImportFileError when the file cannot be read; AppError or the driver's error when something is away
   */
  async import(
    claim: Claim,
    options: { progress: ReadingProgress; signal: AbortSignal },
  ): Promise<'stored' | 'superseded'> {
    return this.store.withFile(claim.digest, (path) => this.importFrom(path, claim, options));
  }

  private async importFrom(
    path: string,
    claim: Claim,
    options: { progress: ReadingProgress; signal: AbortSignal },
  ): Promise<'stored' | 'superseded'> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.importOnce(claim, { ...options, path, attempt });
      } catch (error) {
        if (options.signal.aborted) throw stopped();
        if (attempt >= TRIES || !isRetryable(error)) throw error;
        await pause(50 * 2 ** attempt);
      }
    }
  }

  private async importOnce(
    claim: Claim,
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
      countStored(counts);
      await this.ledger.grownBy(counts.stored);
      return 'stored';
    } catch (error) {
      if (error instanceof Superseded) return 'superseded';
      throw error;
    }
  }

  private async bringIn(
    client: Client,
    { importId, digest }: Claim,
    { path, progress, attempt }: { path: string; progress: ReadingProgress; attempt: number },
  ): Promise<ImportOutcome> {
    const content = await openContent(path, {
      progress,
      maxBytes: this.environment.UPLOAD_MAX_BYTES,
    });
    const notes = new ReceiptNotes();
    try {
      const read = await readerFor(content, () => givenMapping(client, importId));
      const copyText = read({
        chunks: content.chunks,
        latestDay: latestDay(this.today),
        kept: await this.keptPeriod(client, digest),
        progress,
        notes,
      });
      const counts = await bringIntoLedger(client, { importId, copyText, inOrder: attempt > 1 });
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

function stopped(): AppError {
  return new AppError('unavailable', 'The worker was stopped; another one takes the import over.');
}
