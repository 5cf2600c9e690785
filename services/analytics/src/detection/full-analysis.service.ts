import {
  type DetectFraudResponse,
  type FullAnalysis,
  RUN_STATES,
} from '@clearwatch/contracts/detection-policy.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import {
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
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

const SELECT_PROGRESS = `
  SELECT r.id, r.state, r.alerts_generated, r.requested_by_name, r.created_at, r.finished_at, s.shards, s.done
    FROM analytics.detection_runs r
   CROSS JOIN LATERAL (SELECT count(*) AS shards, count(finished_at) AS done
                         FROM analytics.detection_shards WHERE run_id = r.id) s
   WHERE r.kind = 'full'`;

/** Whoever finds a run that ends before he can join it looks again; it ends once. */
const MAX_ATTEMPTS = 5;

@Injectable()
export class FullAnalysisRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The analysis of everybody that is under way, or a new one: two who ask at once get the same. */
  async openOrJoin(
    manager: EntityManager,
    wanted: { policyVersion: number; requestedByName: string },
  ): Promise<{ runId: number; isNew: boolean }> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const open = await manager.findOneBy(DetectionRunEntity, { kind: 'full', state: Not('finished') });
      if (open !== null) return { runId: open.id, isNew: false };
      const { raw } = await manager
        .createQueryBuilder()
        .insert()
        .into(DetectionRunEntity)
        .values({ kind: 'full', ...wanted })
        .orIgnore()
        .returning('id')
        .updateEntity(false)
        .execute();
      const [added]: Row[] = raw;
      if (added !== undefined) return { runId: integerOf(added, 'id'), isNew: true };
    }
    throw new Error('an analysis of everybody could neither be opened nor joined');
  }

  /** @throws Error for a run that is none of everybody */
  async standingOf(runId: number): Promise<FullAnalysis> {
    const [row] = await this.database.query<Row[]>(`${SELECT_PROGRESS} AND r.id = $1`, [runId]);
    if (row === undefined) throw new Error('an analysis of everybody has lost its run');
    return toFullAnalysis(row);
  }

  async newest(): Promise<FullAnalysis | null> {
    const [row] = await this.database.query<Row[]>(`${SELECT_PROGRESS} ORDER BY r.id DESC LIMIT 1`);
    return row === undefined ? null : toFullAnalysis(row);
  }
}

function toFullAnalysis(row: Row): FullAnalysis {
  return {
    runId: integerOf(row, 'id'),
    state: enumOf(RUN_STATES, row, 'state'),
    shardsDone: integerOf(row, 'done'),
    shards: integerOf(row, 'shards'),
    alertsGenerated: integerOf(row, 'alerts_generated'),
    requestedBy: nullable(textOf, row, 'requested_by_name'),
    createdAt: instantOf(row, 'created_at'),
    finishedAt: nullable(instantOf, row, 'finished_at'),
  };
}

/** Less than the gateway waits for a slow route: whoever asked must hear that the work goes on. */
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

/** Analyses everybody on request. From the moment its run is written down the work goes on without whoever asked. */
@Injectable()
export class FullAnalysisService implements OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly analyses: FullAnalysisRepository,
    private readonly policies: PolicyService,
    private readonly detection: DetectionQueue,
    private readonly trail: AuditTrail,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whoever still waits is told what is known. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  async newest(): Promise<FullAnalysis> {
    return (await this.analyses.newest()) ?? NO_ANALYSIS_YET;
  }

  /**
   * Opens an analysis of everybody, or joins the one that is under way, and waits for its end.
   * @param clientGone ends the wait, not the work
   * @returns `isDone` false when the wait is over before the work is; the alerts are then those found so far
   */
  async analyse(
    actor: Actor,
    clientGone: AbortSignal,
    longestWaitMs = MAX_WAIT_MS,
  ): Promise<DetectFraudResponse & { isDone: boolean }> {
    const runId = await this.open(actor);
    const isQueued = await this.queue(runId);
    const { state, alertsGenerated } = await pollUntil({
      check: () => this.analyses.standingOf(runId),
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
