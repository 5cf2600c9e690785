import { type FullAnalysis, RUN_STATES } from '@clearwatch/contracts/detection-policy.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { insertOrIgnore, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { pollUntil } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager, Not } from 'typeorm';
import { DetectionRunEntity } from '../policy/policy.entity.ts';
import { PolicyService } from '../policy/policy.service.ts';
import { DetectionQueue } from './detection-runs.repository.ts';

const ANALYSIS = new RowReader({
  integer: ['runId', 'shardsDone', 'shards', 'alertsGenerated'],
  words: { state: RUN_STATES },
  'text?': ['requestedBy'],
  instant: ['createdAt'],
  'instant?': ['finishedAt'],
});
const SELECT_ANALYSES = `
  SELECT r.id AS run_id, r.state, r.alerts_generated, r.requested_by_name AS requested_by, r.created_at, r.finished_at,
         s.shards, s.shards_done
    FROM analytics.detection_runs r
   CROSS JOIN LATERAL (SELECT count(*) AS shards, count(finished_at) AS shards_done
                         FROM analytics.detection_shards WHERE run_id = r.id) s
   WHERE r.kind = 'full'`;

/** A run can finish between the failed insert and the query for it. */
const MAX_ATTEMPTS = 5;

/** Shorter than the gateway's timeout for slow routes, so that the response can report that the analysis is still running. */
export const MAX_WAIT_MS = 150_000;

const NO_ANALYSIS_YET: FullAnalysis = {
  runId: null,
  state: null,
  shardsDone: 0,
  shards: 0,
  alertsGenerated: 0,
  requestedBy: null,
  createdAt: null,
  finishedAt: null,
};

@Injectable()
export class FullAnalysisService implements OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly policies: PolicyService,
    private readonly detection: DetectionQueue,
    private readonly trail: AuditTrail,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  async newest(): Promise<FullAnalysis> {
    const newest = await ANALYSIS.first(this.database, `${SELECT_ANALYSES} ORDER BY r.id DESC LIMIT 1`);
    return newest ?? NO_ANALYSIS_YET;
  }

  /** Starts or joins an analysis and waits for it. `clientGone` ends only the wait. `isDone` is then false. */
  async analyze(actor: Actor, clientGone: AbortSignal, longestWaitMs = MAX_WAIT_MS) {
    const runId = await this.open(actor);
    const isQueued = await this.queue(runId);
    const { state, alertsGenerated } = await pollUntil({
      check: () => ANALYSIS.one(this.database, `${SELECT_ANALYSES} AND r.id = $1`, [runId]),
      isFinal: (analysis) => analysis.state === 'finished',
      limitMs: isQueued ? longestWaitMs : 0,
      signal: AbortSignal.any([clientGone, this.stopping.signal]),
    });
    return { runId, alertsGenerated, isDone: state === 'finished' };
  }

  private async open(actor: Actor): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      const { runId, isNew } = await this.openOrJoin(manager, actor);
      const subject = { type: 'analysis', id: runId } as const;
      const detail = { joined: !isNew };
      await this.trail.record(actor, { action: 'analysis.requested', subject, detail }, manager);
      return runId;
    });
  }

  /** Two simultaneous requests share one run. */
  private async openOrJoin(manager: EntityManager, { username }: Actor) {
    const policyVersion = await this.policies.currentVersion(manager);
    const run = { kind: 'full', policyVersion, requestedByName: username } as const;
    for (let attempt = 1, isNew = false; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const open = await manager.findOneBy(DetectionRunEntity, { kind: 'full', state: Not('finished') });
      if (open !== null) return { runId: open.id, isNew };
      isNew = await insertOrIgnore(manager, DetectionRunEntity, run);
    }
    throw new Error('a full analysis could neither be started nor joined');
  }

  /** If the queue is down, the run stays open, and the reconciler queues it later. */
  private async queue(runId: number): Promise<boolean> {
    try {
      await this.detection.reviveOpenWork(runId);
      return true;
    } catch (error) {
      this.logger.warn({ err: error, runId }, 'full analysis requested but not yet queued');
      return false;
    }
  }
}
