import { DETECT_ACCOUNTS, DETECT_RUN } from '@clearwatch/contracts/jobs.dto';
import { booleanOf, enumOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Raw } from 'typeorm';
import { DetectionRunEntity } from '../policy/policy.entity.ts';

/** A run or shard whose job may be lost is looked for after this long. */
const OVERDUE_AFTER = '20 seconds';
const MAX_OVERDUE_FOUND = 200;
/** Of one run, so that its workers never wait for the next shard and others do not wait for all of it. */
const MAX_SHARDS_QUEUED = 32;

export interface ShardAddress {
  runId: number;
  shard: number;
}

@Injectable()
export class DetectionRunsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The run that analyses an import, or what is left without it; made when there is none. */
  async runOf(
    manager: EntityManager,
    wanted: { kind: 'import' | 'undo'; importId: number; policyVersion: number },
  ): Promise<number> {
    const { kind, importId, policyVersion } = wanted;
    await manager
      .createQueryBuilder()
      .insert()
      .into(DetectionRunEntity)
      // Not the beginning of the transaction, which has added the import to the rollups before.
      .values({ kind, importId, policyVersion, createdAt: () => 'clock_timestamp()' })
      .orIgnore()
      .updateEntity(false)
      .execute();
    const { id } = await manager.findOneByOrFail(DetectionRunEntity, { importId, kind });
    return id;
  }

  /** Whether the run still waits to be cut into shards, and which of its shards are not done. */
  async openWorkOf(runId: number): Promise<{ isQueued: boolean; shards: number[] }> {
    const isQueued = await this.database.manager.existsBy(DetectionRunEntity, { id: runId, state: 'queued' });
    const shards = await this.database.query<Row[]>(
      `SELECT shard FROM analytics.detection_shards
        WHERE run_id = $1 AND finished_at IS NULL ORDER BY shard`,
      [runId],
    );
    return {
      isQueued,
      shards: shards.map((shard) => integerOf(shard, 'shard')),
    };
  }

  async findOverdueRuns(): Promise<number[]> {
    const overdue = Raw((column) => `${column} < now() - interval '${OVERDUE_AFTER}'`);
    const runs = await this.database.manager.find(DetectionRunEntity, {
      where: { state: 'queued', createdAt: overdue },
      order: { id: 'ASC' },
      take: MAX_OVERDUE_FOUND,
    });
    return runs.map(({ id }) => id);
  }

  async findOverdueShards(): Promise<ShardAddress[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT s.run_id, s.shard
         FROM analytics.detection_runs r
        CROSS JOIN LATERAL (SELECT run_id, shard FROM analytics.detection_shards
                             WHERE run_id = r.id AND finished_at IS NULL ORDER BY shard LIMIT $3) s
        WHERE r.state = 'running' AND r.created_at < now() - $1::interval
        ORDER BY s.run_id, s.shard LIMIT $2`,
      [OVERDUE_AFTER, MAX_OVERDUE_FOUND, MAX_SHARDS_QUEUED],
    );
    return rows.map((row) => ({ runId: integerOf(row, 'run_id'), shard: integerOf(row, 'shard') }));
  }
}

/** Shards that end at the same moment each see the others as done or not: so many at the end of the wave are queued again. */
const REQUEUE_OVERLAP = 4;

/**
 * Queues what the tables say is still to do for a run. Of many shards only the first are queued, and each that is done
 * brings the next: whoever comes meanwhile waits for a few shards and not for a whole analysis of everybody.
 */
@Injectable()
export class DetectionQueue {
  constructor(
    private readonly runs: DetectionRunsRepository,
    private readonly producer: JobProducer,
  ) {}

  async enqueueOpenWork(runId: number): Promise<void> {
    const { isQueued, shards } = await this.runs.openWorkOf(runId);
    if (isQueued) await this.producer.enqueue(DETECT_RUN, { runId });
    for (const shard of shards.slice(0, MAX_SHARDS_QUEUED))
      await this.producer.enqueue(DETECT_ACCOUNTS, { runId, shard });
  }

  /** After a shard is done: the end of the wave moves on by one. */
  async enqueueNext(runId: number): Promise<void> {
    const { shards } = await this.runs.openWorkOf(runId);
    for (const shard of shards.slice(0, MAX_SHARDS_QUEUED).slice(-REQUEUE_OVERLAP))
      await this.producer.enqueue(DETECT_ACCOUNTS, { runId, shard });
  }

  /** As `enqueueOpenWork`, and jobs that died get another life: a person has asked for the work. */
  async reviveOpenWork(runId: number): Promise<void> {
    const { isQueued, shards } = await this.runs.openWorkOf(runId);
    if (isQueued) await this.producer.removeFailed(DETECT_RUN, { runId });
    for (const shard of shards.slice(0, MAX_SHARDS_QUEUED))
      await this.producer.removeFailed(DETECT_ACCOUNTS, { runId, shard });
    await this.enqueueOpenWork(runId);
  }
}

/**
 * Why detection runs: entries came, or went; somebody asked for an analysis of everybody; an admin tries a policy out,
 * which raises nothing.
 */
export const RUN_KINDS = ['import', 'undo', 'full', 'tryout'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export interface ShardRun {
  kind: RunKind;
  policyVersion: number;
}

/** A run after one more of its shards is done. */
export interface RunProgress {
  runFinished: boolean;
  /** Of all its shards so far. */
  alertsGenerated: number;
  shardsDone: number;
  shards: number;
}

@Injectable()
export class ShardsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The run of an open shard; null when the shard is done or does not exist. */
  async runOfOpenShard({ runId, shard }: ShardAddress): Promise<ShardRun | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT r.policy_version, r.kind
         FROM analytics.detection_shards s JOIN analytics.detection_runs r ON r.id = s.run_id
        WHERE s.run_id = $1 AND s.shard = $2 AND s.finished_at IS NULL`,
      [runId, shard],
    );
    if (row === undefined) return null;
    return { policyVersion: integerOf(row, 'policy_version'), kind: enumOf(RUN_KINDS, row, 'kind') };
  }

  /**
   * How many shards are done of the other runs whose work makes an earlier reading of the ledger outdated: an undo removes
   * entries that a finding may rest on, and anything new may have given alerts that an undo would not know the reason of.
   */
  async countDoneElsewhere(manager: EntityManager, { runId }: ShardAddress, kind: RunKind): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      `SELECT count(*) AS shards
         FROM analytics.detection_shards s JOIN analytics.detection_runs r ON r.id = s.run_id
        WHERE s.run_id <> $1 AND s.finished_at IS NOT NULL AND (r.kind = 'undo' OR $2 = 'undo')
          AND r.kind <> 'tryout'`,
      [runId, kind],
    );
    return integerOf(row, 'shards');
  }

  async accountsWithOpenAlerts({ runId, shard }: ShardAddress): Promise<Set<string>> {
    const rows = await this.database.query<Row[]>(
      `SELECT DISTINCT account_number
         FROM analytics.detection_targets g JOIN analytics.unusual_activities a USING (account_number)
        WHERE g.run_id = $1 AND g.shard = $2 AND NOT a.reviewed`,
      [runId, shard],
    );
    return new Set(rows.map((row) => textOf(row, 'account_number')));
  }

  async lockOpen(manager: EntityManager, { runId, shard }: ShardAddress): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `SELECT 1 FROM analytics.detection_shards
        WHERE run_id = $1 AND shard = $2 AND finished_at IS NULL FOR UPDATE`,
      [runId, shard],
    );
    return rows.length === 1;
  }

  /**
   * Marks a shard done and counts its alerts; the last one finishes the run. Shards write one at a time
   * (`lockWriters`), so each sees which others are done.
   */
  async finish(
    manager: EntityManager,
    { runId, shard, alerts, suppressed }: ShardAddress & { alerts: number; suppressed: number },
  ): Promise<RunProgress> {
    await manager.query(
      'UPDATE analytics.detection_shards SET finished_at = now() WHERE run_id = $1 AND shard = $2',
      [runId, shard],
    );
    await manager.query('DELETE FROM analytics.detection_targets WHERE run_id = $1 AND shard = $2', [
      runId,
      shard,
    ]);
    const [[row]] = await manager.query<[Row[], number]>(
      `WITH open AS (
         SELECT count(*) FILTER (WHERE finished_at IS NULL) AS shards, count(*) AS of
           FROM analytics.detection_shards WHERE run_id = $1)
       UPDATE analytics.detection_runs
          SET alerts_generated = alerts_generated + $2, suppressed = suppressed + $3,
              state = CASE WHEN open.shards = 0 THEN 'finished' ELSE state END,
              finished_at = CASE WHEN open.shards = 0 THEN now() END
         FROM open
        WHERE id = $1
       RETURNING alerts_generated, state = 'finished' AS run_finished, open.shards AS open_shards, open.of AS shards`,
      [runId, alerts, suppressed],
    );
    if (row === undefined) throw new Error('a shard has lost its run');
    return {
      runFinished: booleanOf(row, 'run_finished'),
      alertsGenerated: integerOf(row, 'alerts_generated'),
      shardsDone: integerOf(row, 'shards') - integerOf(row, 'open_shards'),
      shards: integerOf(row, 'shards'),
    };
  }
}
