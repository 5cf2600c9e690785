import { PURGE_ALERTS, type PurgePayload } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { AlertsPurge } from './alerts-purge.service.ts';

/** May run twice, also at the same time: an alert is removed by one, in the transaction that counts it. */
@Injectable()
@HandlesJob(PURGE_ALERTS)
export class PurgeAlertsHandler implements JobHandler<PurgePayload> {
  constructor(
    private readonly alerts: AlertsPurge,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ runId }: PurgePayload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const removed = await this.alerts.purge(runId, signal);
    if (removed !== null) this.logger.info({ runId, ...removed }, 'old alerts are removed');
  }
}
