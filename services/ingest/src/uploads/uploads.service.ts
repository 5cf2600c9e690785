import { createReadStream, existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { basename } from 'node:path';
import { ERROR_CODES, type ErrorCode } from '@clearwatch/contracts/error-codes';
import { type ImportSummary, SAMPLE_LEDGER, type SampleOffer } from '@clearwatch/contracts/imports.dto';
import { IMPORT_FILE } from '@clearwatch/contracts/jobs.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { isDatabaseUnavailable } from '@clearwatch/service-kit/database/database-errors';
import { hasRows } from '@clearwatch/service-kit/database/query-rows';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { pollUntil } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { CsvUpload } from '../csv-mappings/csv-layout.ts';
import { CsvMappingsService } from '../csv-mappings/csv-mappings.service.ts';
import { type ImportEntity, toImportSummary } from '../imports/import.entity.ts';
import { importAuditEvent } from '../imports/import-audit-events.ts';
import { ImportsRepository } from '../imports/imports.repository.ts';
import { ImportsService } from '../imports/imports.service.ts';
import { IngestEnvironment } from '../ingest-environment.ts';
import { receiveUpload, saveFile } from './save-upload.ts';
import { UploadStore } from './upload-store.ts';

const SAMPLE_LOCK = 741_852_964;
const NO_IMPORT = 0;

const UPLOAD_RECEIVED =
  'The file was received and will be imported as soon as the database responds again. You do not need to send it again.';

/** Receives a file and waits for its import, which continues on its own once its row is written. */
@Injectable()
export class UploadsService implements OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    private readonly repository: ImportsRepository,
    private readonly imports: ImportsService,
    private readonly tables: CsvMappingsService,
    private readonly producer: JobProducer,
  ) {}

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** A CSV file with an unknown header waits for its mapping, so its upload is answered immediately. */
  async upload(actor: Actor, request: IncomingMessage, clientGone: AbortSignal): Promise<ImportSummary> {
    const { store, environment } = this;
    const file = await receiveUpload({ request, store, maxBytes: environment.UPLOAD_MAX_BYTES });
    const table = file.fileKind === 'csv' ? await this.inspectTable(file.temporaryPath) : null;
    const isWaiting = table !== null && table.remembered === null;
    const importId = await this.repository.recordReceived(actor, file, {
      state: isWaiting ? 'needs_mapping' : 'received',
      before: async (manager, id) => {
        if (table !== null) await this.tables.record(manager, id, table);
      },
    });
    return isWaiting ? this.imports.summaryOf(importId) : this.follow(importId, clientGone);
  }

  /** Keeps waiting through a database restart, so that a running import is not reported as failed. */
  async follow(importId: number, clientGone: AbortSignal): Promise<ImportSummary> {
    const isQueued = await this.producer.tryEnqueue(IMPORT_FILE, { importId });
    let known: ImportEntity | undefined;
    const found = await pollUntil({
      check: async () => {
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
    if (found.state === 'failed') {
      const { failureCode, failure } = found;
      const isKnown = failureCode !== null && Object.hasOwn(ERROR_CODES, failureCode);
      const code = isKnown ? (failureCode as ErrorCode) : 'unprocessable';
      throw new AppError(code, failure ?? 'The file could not be imported.');
    }
    return toImportSummary(found);
  }

  private inspectTable(path: string): Promise<CsvUpload> {
    return this.tables.inspect(path).catch(async (error: unknown) => {
      await this.store.discard(path);
      throw error;
    });
  }
}

/** Offers a generated ledger while the installation has no data, and imports it like an uploaded file. */
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
    const available = this.file() !== null && (await isEmpty(this.database, NO_IMPORT));
    return { available, ...SAMPLE_LEDGER };
  }

  async load(actor: Actor, clientGone: AbortSignal): Promise<ImportSummary> {
    const path = this.file();
    if (path === null) throw new AppError('not_found', 'This installation has no sample data.');
    const fileName = basename(path);
    const file = await saveFile(createReadStream(path), { store: this.store, fileName });
    const importId = await this.imports.recordReceived(actor, file, {
      state: 'received',
      before: async (manager, id) => {
        // One at a time, so that the second of two requests sees the first.
        await manager.query('SELECT pg_advisory_xact_lock($1)', [SAMPLE_LOCK]);
        if (!(await isEmpty(manager, id)))
          throw new AppError('conflict', 'Sample data can only be loaded while the ledger is empty.');
        const event = importAuditEvent('import.sample_loaded', { importId: id, fileName });
        await this.trail.record(actor, event, manager);
      },
    });
    return this.uploads.follow(importId, clientGone);
  }

  private file(): string | null {
    const { SAMPLE_FILE: file = '' } = this.environment;
    return file !== '' && existsSync(file) ? file : null;
  }
}

/** True if no entry is stored and no file is being imported; failed and undone imports do not count. */
async function isEmpty(database: Pick<DataSource, 'query'>, except: number): Promise<boolean> {
  const sql = `
    (SELECT FROM ledger.transactions LIMIT 1) UNION ALL
    (SELECT FROM ledger.imports WHERE state IN ('needs_mapping', 'received', 'importing') AND id <> $1 LIMIT 1)`;
  return !(await hasRows(database, sql, [except]));
}
