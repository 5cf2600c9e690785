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
import { reportFailed, systemActorFor } from './report-audit.ts';
import {
  isPermanent,
  type ReportClaim,
  ReportClaimsRepository,
  toReportFailure,
} from './report-claims.repository.ts';
import { ReportWriterService } from './report-writer.service.ts';

/** Twice within the two seconds in which a cancelled report is to be let go. */
const CHECK_INTERVAL_MS = 1_000;

export interface WatchedClaim {
  /** Aborted when the work is for nothing, or this process is to stop. */
  readonly signal: AbortSignal;
  /** Whether the report was cancelled, deleted or taken over. */
  isLost(): boolean;
  stop(): Promise<void>;
}

/**
 * Says every second that somebody is at work, and hears whether the work is still wanted. A question that the database does
 * not answer changes nothing: the work itself will meet the same database.
 *
 * @param stopping aborted when this process is to stop
 */
function watchClaim(
  claims: Pick<ReportClaimsRepository, 'extend'>,
  claim: ReportClaim,
  stopping: AbortSignal,
): WatchedClaim {
  const lost = new AbortController();
  let asking: Promise<void> | null = null;
  const checkStop = async (): Promise<void> => {
    const isOurs = await claims.extend(claim).catch(() => true);
    if (!isOurs) lost.abort();
    asking = null;
  };
  const timer = setInterval(() => {
    asking ??= checkStop();
  }, CHECK_INTERVAL_MS);
  return {
    signal: AbortSignal.any([lost.signal, stopping]),
    isLost: () => lost.signal.aborted,
    stop: async () => {
      clearInterval(timer);
      await asking;
    },
  };
}

/**
 * May run twice, also at the same time: only an open report can be claimed, each claim takes it from the one before, and
 * whatever is stored of it checks that its claim still holds. A run that was killed leaves nothing but words that the next
 * one begins anew.
 */
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

  /** What the database could not answer is asked again, until the last try; what is handed back goes to another worker. */
  private async fail(claim: ReportClaim, error: unknown, run: JobRun): Promise<void> {
    if (run.signal.aborted || (!isPermanent(error) && !run.isLastAttempt)) throw error;
    this.logger.error({ err: error, reportId: claim.reportId }, 'report could not be written');
    const { reportId } = claim;
    if (await this.claims.fail(claim, toReportFailure(error)))
      await run.publish({ type: 'report.finished', reportId });
  }
}

/** Nobody has begun it, or its worker has been silent for longer than any pause of a living one. */
const IS_ABANDONED: FindOptionsWhere<AiReportEntity> = {
  state: IS_OPEN,
  progressAt: Raw((column) => `coalesce(${column}, requested_at) < now() - interval '15 seconds'`),
};

/** Reports that nobody writes. */
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

  /** It ended every worker that took it, or it could not even be marked as failed. */
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
      await this.trail.record(systemActorFor({ reportId }), reportFailed({ reportId, title }, code), manager);
      return true;
    });
    if (isFailed) await this.producer.publish({ type: 'report.finished', reportId });
  }
}
