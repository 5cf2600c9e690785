import { randomUUID } from 'node:crypto';
import { COMPOSE_REPORT, type ComposeReportPayload } from '@clearwatch/contracts/jobs.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { type FindOptionsWhere, Raw, Repository } from 'typeorm';
import { AiReportEntity, IS_OPEN } from './ai-report.entity.ts';
import { reportAuditEntry, systemActorFor } from './report-audit.ts';
import {
  isPermanent,
  type ReportClaim,
  ReportClaimsRepository,
  toReportFailure,
} from './report-claims.repository.ts';
import { ReportWriterService } from './report-writer.service.ts';

/** A cancelled report must stop within two seconds. */
const CHECK_INTERVAL_MS = 1_000;

interface WatchedClaim {
  /** Aborted when the claim is lost or this process stops. */
  readonly signal: AbortSignal;
  /** Whether the report was cancelled, deleted or taken over. */
  isLost(): boolean;
  stop(): Promise<void>;
}

/** Extends the claim every second and notices its loss. A failing database changes nothing: the work itself will meet it. */
function watchClaim(
  claims: Pick<ReportClaimsRepository, 'extend'>,
  claim: ReportClaim,
  stopping: AbortSignal,
): WatchedClaim {
  const lost = new AbortController();
  let checking: Promise<void> | null = null;
  const check = async (): Promise<void> => {
    const isOurs = await claims.extend(claim).catch(() => true);
    if (!isOurs) lost.abort();
    checking = null;
  };
  const timer = setInterval(() => {
    checking ??= check();
  }, CHECK_INTERVAL_MS);
  return {
    signal: AbortSignal.any([lost.signal, stopping]),
    isLost: () => lost.signal.aborted,
    stop: async () => {
      clearInterval(timer);
      await checking;
    },
  };
}

/** May run twice, also at once: only an open report can be claimed, and every write checks that its claim still holds. */
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
    const watch = watchClaim(this.claims, claim, run.signal);
    try {
      const composed = await this.writer.write(claim, {
        signal: watch.signal,
        publish: (event) => run.publish(event),
      });
      await watch.stop();
      if (await this.claims.complete(claim, composed))
        await run.publish({ type: 'report.finished', reportId });
    } catch (error) {
      await watch.stop();
      if (watch.isLost()) return;
      await this.fail(claim, error, run);
    }
  }

  /** Operational errors are retried until the last attempt. A stopping worker leaves the report to another one. */
  private async fail(claim: ReportClaim, error: unknown, run: JobRun): Promise<void> {
    if (run.signal.aborted || (!isPermanent(error) && !run.isLastAttempt)) throw error;
    this.logger.error({ err: error, reportId: claim.reportId }, 'report could not be written');
    const { reportId } = claim;
    if (await this.claims.fail(claim, toReportFailure(error)))
      await run.publish({ type: 'report.finished', reportId });
  }
}

/** No worker has begun it, or its worker paused for longer than a live one does. */
const IS_ABANDONED: FindOptionsWhere<AiReportEntity> = {
  state: IS_OPEN,
  progressAt: Raw((column) => `coalesce(${column}, requested_at) < now() - interval '15 seconds'`),
};

@Injectable()
export class UnfinishedReportsFinder implements LostWorkFinder<ComposeReportPayload> {
  readonly definition = COMPOSE_REPORT;

  constructor(
    @InjectRepository(AiReportEntity) private readonly reports: Repository<AiReportEntity>,
    private readonly trail: AuditTrail,
    private readonly producer: JobProducer,
  ) {}

  async findOpenWork(): Promise<ComposeReportPayload[]> {
    const reports = await this.reports.find({
      select: { id: true },
      where: IS_ABANDONED,
      order: { id: 'ASC' },
      take: 200,
    });
    return reports.map(({ id }) => ({ reportId: id }));
  }

  /** Every worker that took it died, or it could not be marked as failed. */
  async giveUp({ reportId }: ComposeReportPayload): Promise<void> {
    const { code, sentence } = toReportFailure(new Error('The job of the report is dead'));
    const isFailed = await inTransaction(this.reports.manager, async (manager) => {
      const where = { id: reportId };
      const failed = { state: 'failed', notice: sentence, content: '' } as const;
      const { affected } = await manager.update(AiReportEntity, { ...where, ...IS_ABANDONED }, failed);
      if (affected !== 1) return false;
      const { title } = await manager.findOneOrFail(AiReportEntity, {
        select: { id: true, title: true },
        where,
      });
      await this.trail.record(
        systemActorFor({ reportId }),
        reportAuditEntry('report.failed', { reportId, title }, { code }),
        manager,
      );
      return true;
    });
    if (isFailed) await this.producer.publish({ type: 'report.finished', reportId });
  }
}
