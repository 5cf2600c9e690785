import type { DetectFraudResponse, FullAnalysis } from '@clearwatch/contracts/detection-policy.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { pollUntil } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { PolicyService } from '../../policy/policy.service.ts';
import { OpenDetection } from '../runs/open-detection.ts';
import { FullAnalysisRepository } from './full-analysis.repository.ts';

/** Less than the gateway waits for a slow route: whoever asked must hear that the work goes on. */
export const LONGEST_WAIT_MS = 150_000;

const NONE_YET: FullAnalysis = {
  runId: null,
  state: null,
  shardsDone: 0,
  shards: 0,
  alertsGenerated: 0,
  requestedBy: null,
  createdAt: null,
  finishedAt: null,
};

/** Analyses everybody on request. From the moment its run is written down the work goes on without whoever asked. */
@Injectable()
export class FullAnalysisService implements OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly analyses: FullAnalysisRepository,
    private readonly policies: PolicyService,
    private readonly detection: OpenDetection,
    private readonly trail: AuditTrail,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whoever still waits is told what is known. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  async newest(): Promise<FullAnalysis> {
    return (await this.analyses.newest()) ?? NONE_YET;
  }

  /**
   * Opens an analysis of everybody, or joins the one that is under way, and waits for its end.
   * @param clientGone ends the wait, not the work
   * @returns `isDone` false when the wait is over before the work is; the alerts are then those found so far
   */
  async analyse(
    actor: Actor,
    clientGone: AbortSignal,
    longestWaitMs = LONGEST_WAIT_MS,
  ): Promise<DetectFraudResponse & { isDone: boolean }> {
    const runId = await this.open(actor);
    const isQueued = await this.queue(runId);
    const { state, alertsGenerated } = await pollUntil({
      ask: () => this.analyses.standingOf(runId),
      isFinal: (standing) => standing.state === 'finished',
      limitMs: isQueued ? longestWaitMs : 0,
      signal: AbortSignal.any([clientGone, this.stopping.signal]),
    });
    return { runId, alertsGenerated, isDone: state === 'finished' };
  }

  private async open(actor: Actor): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      const policyVersion = await this.policies.currentVersion(manager);
      const { runId, isNew } = await this.analyses.openOrJoin(manager, {
        policyVersion,
        requestedByName: actor.username,
      });
      const subject = { type: 'analysis', id: runId } as const;
      await this.trail.record(
        actor,
        { action: 'analysis.requested', subject, detail: { joined: !isNew } },
        manager,
      );
      return runId;
    });
  }

  /** The queue being away is no reason to refuse: the reconciler queues the run later. */
  private async queue(runId: number): Promise<boolean> {
    try {
      await this.detection.reviveOpenWork(runId);
      return true;
    } catch (error) {
      this.logger.warn({ err: error, runId }, 'analysis of everybody is asked for but not yet queued');
      return false;
    }
  }
}
