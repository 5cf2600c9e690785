import { PURGE_LEDGER, type PurgePayload } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LedgerPurge } from './ledger-purge.service.ts';

/**
 * May run twice, also at the same time: each batch takes what it finds in a transaction that has the ledger to itself, and
 * says in it what it took. A run that is finished is left alone.
 */
@Injectable()
@HandlesJob(PURGE_LEDGER)
export class PurgeLedgerHandler implements JobHandler<PurgePayload> {
  constructor(
    private readonly ledger: LedgerPurge,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ runId }: PurgePayload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const removed = await this.ledger.purge(runId, signal);
    if (removed !== null) this.logger.info({ runId, ...removed }, 'what was past its time is removed');
  }
}
