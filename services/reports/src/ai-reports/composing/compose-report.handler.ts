import { randomUUID } from 'node:crypto';
import { COMPOSE_REPORT, type ComposeReportPayload } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { failureOf, isFinal } from './failure-of.ts';
import { type Claim, ReportClaims } from './report-claims.repository.ts';
import { ReportWriter } from './report-writer.service.ts';
import { watchClaim } from './watched-claim.ts';

/**
 * May run twice, also at the same time: only an open report can be claimed, each claim takes it from the one before, and
 * whatever is stored of it checks that its claim still holds. A run that was killed leaves nothing but words that the next
 * one begins anew.
 */
@Injectable()
@HandlesJob(COMPOSE_REPORT)
export class ComposeReportHandler implements JobHandler<ComposeReportPayload> {
  constructor(
    private readonly claims: ReportClaims,
    private readonly writer: ReportWriter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ reportId }: ComposeReportPayload, run: JobRun): Promise<void> {
    const claim = await this.claims.claim(reportId, randomUUID());
    if (claim === null) return;
    const watch = watchClaim(this.claims, claim, run.signal);
    try {
      const written = await this.writer.write(claim, {
        signal: watch.signal,
        publish: (event) => run.publish(event),
      });
      await watch.stop();
      if (await this.claims.complete(claim, written))
        await run.publish({ type: 'report.finished', reportId });
    } catch (error) {
      await watch.stop();
      if (watch.isLost()) return;
      await this.fail(claim, error, run);
    }
  }

  /** What the database could not answer is asked again, until the last try; what is handed back goes to another worker. */
  private async fail(claim: Claim, error: unknown, run: JobRun): Promise<void> {
    if (run.signal.aborted || (!isFinal(error) && !run.isLastAttempt)) throw error;
    this.logger.error({ err: error, reportId: claim.reportId }, 'report could not be written');
    const { reportId } = claim;
    if (await this.claims.fail(claim, failureOf(error)))
      await run.publish({ type: 'report.finished', reportId });
  }
}
