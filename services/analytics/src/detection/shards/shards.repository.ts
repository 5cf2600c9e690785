import { booleanOf, enumOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { ShardAddress } from '../runs/detection-runs.repository.ts';
import { RUN_KINDS, type RunKind } from '../runs/run-kind.ts';

export interface RunOfShard {
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
  async runOfOpenShard({ runId, shard }: ShardAddress): Promise<RunOfShard | null> {
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
