import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { IMPORT_FILE } from '@clearwatch/contracts/jobs.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { ImportsService } from '../imports/imports.service.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { RetryRepository } from './retry.repository.ts';

/** Somebody has said that the file is not to be imported. */
const DISCARDED = 'discarded';

/** Imports a file once more that could not be imported; nothing of it is in the ledger. */
@Injectable()
export class RetryService {
  constructor(
    private readonly imports: ImportsService,
    private readonly store: UploadStore,
    private readonly retries: RetryRepository,
    private readonly producer: JobProducer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError `not_found`, `conflict` when it has not failed or its file is gone, `unavailable` */
  async retry(actor: Actor, importId: number): Promise<ImportSummary> {
    const { summary, failureCode } = await this.imports.standingOf(importId);
    if (summary.state !== 'failed') throw notFailed();
    if (failureCode === DISCARDED)
      throw new AppError('conflict', 'The file was discarded. Please upload it again.');
    if (!(await this.store.has(summary.digest))) {
      throw new AppError('conflict', 'The uploaded file is no longer on the server. Please upload it again.');
    }
    // A job that died for good would be taken for the new one: with the queue away, nothing is changed.
    await this.producer.forgetDead(IMPORT_FILE, { importId });
    if (!(await this.retries.reopen(actor, { importId, fileName: summary.fileName }))) throw notFailed();
    await this.queue(importId);
    return (await this.imports.standingOf(importId)).summary;
  }

  /** The queue being away now is no reason to say no: the reconciler queues the import later. */
  private async queue(importId: number): Promise<void> {
    try {
      await this.producer.enqueue(IMPORT_FILE, { importId });
    } catch (error) {
      this.logger.warn({ err: error, importId }, 'import is to be tried again but not yet queued');
    }
  }
}

function notFailed(): AppError {
  return new AppError('conflict', 'Only an import that has failed can be tried again.');
}
