import type { IncomingMessage } from 'node:http';
import { ERROR_CODES, type ErrorCode } from '@clearwatch/contracts/error-codes';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { IMPORT_FILE } from '@clearwatch/contracts/jobs.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { isDatabaseUnavailable } from '@clearwatch/service-kit/database/database-errors';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { pollUntil } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { CsvArrivals } from '../csv-mappings/csv-arrivals.service.ts';
import { IngestEnvironment } from '../environment.ts';
import { ImportsRepository } from '../imports/imports.repository.ts';
import { ImportsService } from '../imports/imports.service.ts';
import type { ImportStanding } from '../imports/to-import-summary.ts';
import { receiveUpload } from './receive-upload.ts';
import { UploadStore } from './upload-store.ts';

const ARRIVED =
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
    private readonly tables: CsvArrivals,
    private readonly producer: JobProducer,
    @Inject(LOGGER) private readonly logger: Logger,
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
    if (isWaiting) return (await this.imports.standingOf(importId)).summary;
    return this.follow(importId, clientGone);
  }

  /**
   * Queues an import whose file and row are there, and waits for it, also through a restart of the database: an import that goes on
   * must not be reported as failed.
   * @param clientGone ends the wait, not the import
   * @throws AppError with the reason when the import failed
   */
  async follow(importId: number, clientGone: AbortSignal): Promise<ImportSummary> {
    const isQueued = await this.queue(importId);
    let known: ImportStanding | undefined;
    const standing = await pollUntil({
      ask: async () => {
        try {
          known = await this.imports.standingOf(importId);
        } catch (error) {
          if (!isDatabaseUnavailable(error)) throw error;
        }
        return known;
      },
      isFinal: (found) => found?.summary.state === 'completed' || found?.summary.state === 'failed',
      limitMs: isQueued ? this.environment.UPLOAD_WAIT_SECONDS * 1_000 : 0,
      signal: AbortSignal.any([clientGone, this.stopping.signal]),
    });
    if (standing === undefined) throw new AppError('unavailable', ARRIVED, { retryAfterSeconds: 30 });
    if (standing.summary.state === 'failed') throw failureOf(standing);
    return standing.summary;
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
      const table = fileKind === 'csv' ? await this.tables.lookAt(temporaryPath) : null;
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

  /** The queue being away is no reason to refuse a file that is safe on disk: the reconciler queues it later. */
  private async queue(importId: number): Promise<boolean> {
    try {
      await this.producer.enqueue(IMPORT_FILE, { importId });
      return true;
    } catch (error) {
      this.logger.warn({ err: error, importId }, 'import is received but not yet queued');
      return false;
    }
  }
}

function failureOf({ failureCode, summary }: ImportStanding): AppError {
  const code =
    failureCode !== null && Object.hasOwn(ERROR_CODES, failureCode) ? failureCode : 'unprocessable';
  return new AppError(code as ErrorCode, summary.failure ?? 'The file could not be imported.');
}
