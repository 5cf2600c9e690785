import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { basename } from 'node:path';
import { ERROR_CODES, type ErrorCode } from '@clearwatch/contracts/error-codes';
import {
  type ImportSummary,
  SAMPLE_LEDGER,
  type SampleOffer,
  type UploadResponse,
} from '@clearwatch/contracts/imports.dto';
import { IMPORT_FILE } from '@clearwatch/contracts/jobs.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { isDatabaseUnavailable } from '@clearwatch/service-kit/database/database-errors';
import { booleanOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { pollUntil } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { CsvUploadInspector } from '../csv-mappings/csv-layout.ts';
import { type ImportEntity, toImportSummary } from '../imports/import.entity.ts';
import type { AuditedImport } from '../imports/import-audit-events.ts';
import { ImportsRepository } from '../imports/imports.repository.ts';
import { ImportsService } from '../imports/imports.service.ts';
import { IngestEnvironment } from '../ingest-environment.ts';
import { receiveUpload, type SavedFile, saveFile } from './save-upload.ts';
import { UploadStore } from './upload-store.ts';

/** Only loads of the sample take it: two clicks at once are told apart by it. */
const SAMPLE_LOCK = 741_852_964;

/** Nothing stored, and no file that may still store something; what failed or was undone does not count. */
const IS_EMPTY = `
  SELECT NOT EXISTS (SELECT FROM ledger.transactions)
     AND NOT EXISTS (SELECT FROM ledger.imports
                     WHERE state IN ('needs_mapping', 'received', 'importing') AND id <> $1) AS is_empty`;
const NO_IMPORT = 0;

const UPLOAD_RECEIVED =
  'The file has arrived and is imported as soon as the database answers again. You do not need to send it again.';

/** Takes a file in and waits for its import. From the moment the row is written the import goes on without anybody. */
@Injectable()
export class UploadsService implements OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    private readonly repository: ImportsRepository,
    private readonly imports: ImportsService,
    private readonly tables: CsvUploadInspector,
    private readonly producer: JobProducer,
  ) {}

  /** Whoever still waits is told what is known: the import is not lost. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * A CSV file with a header that nobody has explained yet waits for its mapping and is answered at once.
   * @param clientGone ends the wait, not the import
   * @throws AppError with the reason when the file is refused or its import failed
   */
  async upload(actor: Actor, request: IncomingMessage, clientGone: AbortSignal): Promise<ImportSummary> {
    const { importId, isWaiting } = await this.receive(actor, request);
    if (isWaiting) return this.imports.summaryOf(importId);
    return this.follow(importId, clientGone);
  }

  /**
   * Queues an import whose file and row are there, and waits for it, also through a restart of the database: an import that goes on
   * must not be reported as failed.
   * @param clientGone ends the wait, not the import
   * @throws AppError with the reason when the import failed
   */
  async follow(importId: number, clientGone: AbortSignal): Promise<ImportSummary> {
    const isQueued = await this.producer.tryEnqueue(IMPORT_FILE, { importId });
    let known: ImportEntity | undefined;
    const found = await pollUntil({
      ask: async () => {
        try {
          known = await this.imports.find(importId);
        } catch (error) {
          if (!isDatabaseUnavailable(error)) throw error;
        }
        return known;
      },
      isFinal: (row) => row?.visibleState === 'completed' || row?.visibleState === 'failed',
      limitMs: isQueued ? this.environment.UPLOAD_WAIT_SECONDS * 1_000 : 0,
      signal: AbortSignal.any([clientGone, this.stopping.signal]),
    });
    if (found === undefined) throw new AppError('unavailable', UPLOAD_RECEIVED, { retryAfterSeconds: 30 });
    if (found.state === 'failed') throw uploadFailure(found);
    return toImportSummary(found);
  }

  private async receive(
    actor: Actor,
    request: IncomingMessage,
  ): Promise<{ importId: number; isWaiting: boolean }> {
    const received = await receiveUpload({
      request,
      store: this.store,
      maxBytes: this.environment.UPLOAD_MAX_BYTES,
    });
    const { fileName, size: fileSize, digest, temporaryPath, fileKind } = received;
    try {
      const table = fileKind === 'csv' ? await this.tables.inspect(temporaryPath) : null;
      const isWaiting = table !== null && table.remembered === null;
      const importId = await this.repository.recordReceived(
        actor,
        { fileName, fileSize, digest, fileKind },
        {
          state: isWaiting ? 'needs_mapping' : 'received',
          keep: async (manager, id) => {
            if (table !== null) await this.tables.record(manager, id, table);
            await this.store.keep(temporaryPath, digest);
          },
        },
      );
      return { importId, isWaiting };
    } catch (error) {
      await this.store.discard(temporaryPath);
      throw error;
    }
  }
}

function uploadFailure({ failureCode, failure }: ImportEntity): AppError {
  const code =
    failureCode !== null && Object.hasOwn(ERROR_CODES, failureCode) ? failureCode : 'unprocessable';
  return new AppError(code as ErrorCode, failure ?? 'The file could not be imported.');
}

/** Offers a generated ledger while there is nothing to look at, and takes it in as if somebody had sent the file. */
@Injectable()
export class SampleService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    private readonly imports: ImportsRepository,
    private readonly uploads: UploadsService,
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async offer(): Promise<SampleOffer> {
    const available = (await this.file()) !== null && (await this.isLedgerEmpty());
    return { available, ...SAMPLE_LEDGER };
  }

  /**
   * @param clientGone ends the wait, not the import
   * @throws AppError `not_found` without a file, `conflict` when the ledger is not empty
   */
  async load(actor: Actor, clientGone: AbortSignal): Promise<ImportSummary> {
    const file = await this.file();
    if (file === null) throw new AppError('not_found', 'This installation has no sample data.');
    const saved = await saveFile(createReadStream(file), { store: this.store, fileName: basename(file) });
    return this.uploads.follow(await this.record(actor, basename(file), saved), clientGone);
  }

  private async record(actor: Actor, fileName: string, saved: SavedFile): Promise<number> {
    const { temporaryPath, digest, size: fileSize, fileKind } = saved;
    try {
      return await this.imports.recordReceived(
        actor,
        { fileName, fileSize, digest, fileKind },
        {
          state: 'received',
          keep: async (manager, importId) => {
            await this.claim(manager, actor, { importId, fileName });
            await this.store.keep(temporaryPath, digest);
          },
        },
      );
    } catch (error) {
      await this.store.discard(temporaryPath);
      throw error;
    }
  }

  private async isLedgerEmpty(): Promise<boolean> {
    const [row] = await this.database.query<Row[]>(IS_EMPTY, [NO_IMPORT]);
    return booleanOf(row ?? {}, 'is_empty');
  }

  /**
   * Part of the transaction that records the import: one at a time, so that the second of two sees the first.
   * @throws AppError `conflict` when the ledger holds something, or another file is on its way into it
   */
  private async claim(
    manager: EntityManager,
    actor: Actor,
    { importId, fileName }: AuditedImport,
  ): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [SAMPLE_LOCK]);
    const [row] = await manager.query<Row[]>(IS_EMPTY, [importId]);
    if (!booleanOf(row ?? {}, 'is_empty'))
      throw new AppError('conflict', 'Sample data can only be loaded while the ledger is empty.');
    const subject = { type: 'import', id: importId, label: fileName } as const;
    await this.trail.record(actor, { action: 'import.sample_loaded', subject }, manager);
  }

  private async file(): Promise<string | null> {
    const file = this.environment.SAMPLE_FILE;
    if (file === undefined || file === '') return null;
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    return isThere ? file : null;
  }
}

/** What whoever sent a file is told about its import. */
export function toUploadResponse(summary: ImportSummary): UploadResponse {
  return {
    transactionCount: summary.transactionCount,
    memberCount: summary.memberCount,
    duplicateCount: summary.duplicateCount,
    rejectedCount: summary.rejectedCount,
    importId: summary.importId,
    state: summary.state,
  };
}
