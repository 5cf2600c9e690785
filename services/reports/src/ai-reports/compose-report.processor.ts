import { randomUUID } from 'node:crypto';
import { COMPOSE_REPORT, type ComposeReportPayload } from '@clearwatch/contracts/jobs.dto';
import { toAppError } from '@clearwatch/service-kit/errors/app-error';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { type ReportClaim, ReportClaimsRepository, toReportFailure } from './report-claims.repository.ts';
import { ReportWriterService } from './report-writer.service.ts';

/** A canceled report must stop within two seconds. */
const CHECK_INTERVAL_MS = 1_000;

/** Two runs may overlap. Only an open report can be claimed, and every write checks the claim. */
@Injectable()
@HandlesJob(COMPOSE_REPORT)
export class ComposeReportHandler implements JobHandler<ComposeReportPayload> {
  constructor(
    private readonly claims: ReportClaimsRepository,
    private readonly writer: ReportWriterService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ reportId }: ComposeReportPayload, run: JobRun): Promise<void> {
    const claim = await this.claims.claim(reportId, randomUUID());
    if (claim === null) return;
    const lost = new AbortController();
    const stopWatching = this.watch(claim, lost);
    try {
      const composed = await this.writer.write(claim, {
        signal: AbortSignal.any([lost.signal, run.signal]),
        publish: (event) => run.publish(event),
      });
      await stopWatching();
      if (await this.claims.complete(claim, composed)) await run.publish({ type: 'report.finished', reportId });
    } catch (error) {
      await stopWatching();
      if (!lost.signal.aborted) await this.fail(claim, error, run);
    }
  }

  /**
   * Aborts `lost` when the report is canceled, deleted or taken over. Database errors surface in the work
   * itself.
   */
  private watch(claim: ReportClaim, lost: AbortController): () => Promise<void> {
    let checking: Promise<void> | null = null;
    const check = async (): Promise<void> => {
      const isOurs = await this.claims.extend(claim).catch(() => true);
      if (!isOurs) lost.abort();
      checking = null;
    };
    const timer = setInterval(() => {
      checking ??= check();
    }, CHECK_INTERVAL_MS);
    return async () => {
      clearInterval(timer);
      await checking;
    };
  }

  /**
   * Operational errors are retried up to the last attempt. A worker that is shutting down leaves the report
   * to another worker.
   */
  private async fail(claim: ReportClaim, error: unknown, run: JobRun): Promise<void> {
    const isRetried = toAppError(error).kind === 'operational' && !run.isLastAttempt;
    if (run.signal.aborted || isRetried) throw error;
    const { id: reportId } = claim;
    this.logger.error({ err: error, reportId }, 'report could not be written');
    if (await this.claims.fail(claim, toReportFailure(error))) await run.publish({ type: 'report.finished', reportId });
  }
}

@Injectable()
export class UnfinishedReportsFinder implements LostWorkFinder<ComposeReportPayload> {
  readonly definition = COMPOSE_REPORT;

  constructor(
    private readonly claims: ReportClaimsRepository,
    private readonly producer: JobProducer,
  ) {}

  async findOpenWork(): Promise<ComposeReportPayload[]> {
    const ids = await this.claims.findAbandoned();
    return ids.map((reportId) => ({ reportId }));
  }

  /** Called when every worker that claimed the report died, or when the report could not be marked as failed. */
  async giveUp({ reportId }: ComposeReportPayload): Promise<void> {
    if (await this.claims.giveUp(reportId)) await this.producer.publish({ type: 'report.finished', reportId });
  }
}
