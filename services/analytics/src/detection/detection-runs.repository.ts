import { DETECT_ACCOUNTS, DETECT_RUN } from '@clearwatch/contracts/jobs.dto';
import {
  hasRows,
  insertOrIgnore,
  queryInteger,
  queryIntegers,
  queryTexts,
  type ReadRow,
  RowReader,
} from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { DetectionRunEntity } from '../policy/policy.entity.ts';

/** Shards queued per run: enough to keep its workers busy, but few enough that other runs do not wait for the whole run. */
export const MAX_SHARDS_QUEUED = 32;

export const SHARD = new RowReader({ integer: ['runId', 'shard'] });
export type ShardAddress = ReadRow<typeof SHARD>;

@Injectable()
export class DetectionRunsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async runOf(
    manager: EntityManager,
    { kind, importId, policyVersion }: { kind: 'import' | 'undo'; importId: number; policyVersion: number },
  ): Promise<number> {
    // Not now(), which is the start of the transaction, before it added the import to the rollups.
    const createdAt = () => 'clock_timestamp()';
    await insertOrIgnore(manager, DetectionRunEntity, { kind, importId, policyVersion, createdAt });
    const { id } = await manager.findOneByOrFail(DetectionRunEntity, { importId, kind });
    return id;
  }

  /** `isQueued`: the run has not been divided into shards yet. `shards`: its open shards. */
  async openWorkOf(runId: number): Promise<{ isQueued: boolean; shards: number[] }> {
    const isQueued = await this.database.manager.existsBy(DetectionRunEntity, { id: runId, state: 'queued' });
    const shards = await queryIntegers(
      this.database,
      'SELECT shard FROM analytics.detection_shards WHERE run_id = $1 AND finished_at IS NULL ORDER BY shard',
      [runId],
    );
    return { isQueued, shards };
  }
}

/** Shards that finish at the same moment may not see that the others are done, so the last few are queued again. */
const REQUEUE_OVERLAP = 4;

/** Queues only the first shards of a run. Each finished shard queues the next one, so other runs wait for only a few shards. */
@Injectable()
export class DetectionQueue {
  constructor(
    private readonly runs: DetectionRunsRepository,
    private readonly producer: JobProducer,
  ) {}

  async enqueueOpenWork(runId: number): Promise<void> {
    const { isQueued, shards } = await this.runs.openWorkOf(runId);
    if (isQueued) await this.producer.enqueue(DETECT_RUN, { runId });
    await this.enqueueShards(runId, shards.slice(0, MAX_SHARDS_QUEUED));
  }

  async enqueueNext(runId: number): Promise<void> {
    const { shards } = await this.runs.openWorkOf(runId);
    await this.enqueueShards(runId, shards.slice(0, MAX_SHARDS_QUEUED).slice(-REQUEUE_OVERLAP));
  }

  /** Like `enqueueOpenWork`, but also repeats failed jobs, because a user requested the work. */
  async reviveOpenWork(runId: number): Promise<void> {
    const { isQueued, shards } = await this.runs.openWorkOf(runId);
    if (isQueued) await this.producer.removeFailed(DETECT_RUN, { runId });
    for (const shard of shards.slice(0, MAX_SHARDS_QUEUED))
      await this.producer.removeFailed(DETECT_ACCOUNTS, { runId, shard });
    await this.enqueueOpenWork(runId);
  }

  private async enqueueShards(runId: number, shards: readonly number[]): Promise<void> {
    for (const shard of shards) await this.producer.enqueue(DETECT_ACCOUNTS, { runId, shard });
  }
}

/** A run after an import or undo, a requested run over all members, or the backtest of a policy, which raises no alerts. */
export const RUN_KINDS = ['import', 'undo', 'full', 'tryout'] as const; // cspell:ignore tryout
export type RunKind = (typeof RUN_KINDS)[number];

const RUN = new RowReader({ words: { kind: RUN_KINDS }, integer: ['policyVersion'] });
export type ShardRun = ReadRow<typeof RUN>;

/** Counts the alerts from all shards so far. */
const PROGRESS = new RowReader({
  boolean: ['runFinished'],
  integer: ['alertsGenerated', 'shardsDone', 'shards'],
});
export type RunProgress = ReadRow<typeof PROGRESS>;

@Injectable()
export class ShardsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  runOfOpenShard({ runId, shard }: ShardAddress): Promise<ShardRun | null> {
    return RUN.first(
      this.database,
      `SELECT r.policy_version, r.kind
         FROM analytics.detection_shards s JOIN analytics.detection_runs r ON r.id = s.run_id
        WHERE s.run_id = $1 AND s.shard = $2 AND s.finished_at IS NULL`,
      [runId, shard],
    );
  }

  /** Finished shards in other runs that make earlier reads outdated: those of an undo or, for an undo, of any run. */
  countDoneElsewhere(manager: EntityManager, { runId }: ShardAddress, kind: RunKind): Promise<number> {
    return queryInteger(
      manager,
      `SELECT count(*)
         FROM analytics.detection_shards s JOIN analytics.detection_runs r ON r.id = s.run_id
        WHERE s.run_id <> $1 AND s.finished_at IS NOT NULL AND (r.kind = 'undo' OR $2 = 'undo')
          AND r.kind <> 'tryout'`,
      [runId, kind],
    );
  }

  async accountsWithOpenAlerts({ runId, shard }: ShardAddress): Promise<Set<string>> {
    const accounts = await queryTexts(
      this.database,
      `SELECT DISTINCT account_number
         FROM analytics.detection_targets g JOIN analytics.unusual_activities a USING (account_number)
        WHERE g.run_id = $1 AND g.shard = $2 AND NOT a.reviewed`,
      [runId, shard],
    );
    return new Set(accounts);
  }

  lockOpen(manager: EntityManager, { runId, shard }: ShardAddress): Promise<boolean> {
    return hasRows(
      manager,
      `SELECT FROM analytics.detection_shards
        WHERE run_id = $1 AND shard = $2 AND finished_at IS NULL FOR UPDATE`,
      [runId, shard],
    );
  }

  /** The last shard finishes the run. Shards write one at a time (`lockWriters`), so each one sees which others are done. */
  async finish(
    manager: EntityManager,
    { runId, shard, alerts, suppressed }: ShardAddress & { alerts: number; suppressed: number },
  ): Promise<RunProgress> {
    const address = 'WHERE run_id = $1 AND shard = $2';
    await manager.query(`UPDATE analytics.detection_shards SET finished_at = now() ${address}`, [runId, shard]);
    await manager.query(`DELETE FROM analytics.detection_targets ${address}`, [runId, shard]);
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
       RETURNING alerts_generated, state = 'finished' AS run_finished, open.of - open.shards AS shards_done,
                 open.of AS shards`,
      [runId, alerts, suppressed],
    );
    if (row === undefined) throw new Error('the run for this shard does not exist');
    return PROGRESS.read(row);
  }
}
