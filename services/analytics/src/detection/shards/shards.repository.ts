import { booleanOf, integerOf, type Row } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { ShardAddress } from '../runs/detection-runs.repository.ts';

@Injectable()
export class ShardsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The policy of an open shard's run; null when the shard is done or does not exist. */
  async policyOfOpenShard({ runId, shard }: ShardAddress): Promise<number | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT r.policy_version
         FROM analytics.detection_shards s JOIN analytics.detection_runs r ON r.id = s.run_id
        WHERE s.run_id = $1 AND s.shard = $2 AND s.finished_at IS NULL`,
      [runId, shard],
    );
    return row === undefined ? null : integerOf(row, 'policy_version');
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
    { runId, shard, alerts }: ShardAddress & { alerts: number },
  ): Promise<{ runFinished: boolean; alertsGenerated: number }> {
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
         SELECT count(*) AS shards FROM analytics.detection_shards WHERE run_id = $1 AND finished_at IS NULL)
       UPDATE analytics.detection_runs
          SET alerts_generated = alerts_generated + $2,
              state = CASE WHEN open.shards = 0 THEN 'finished' ELSE state END,
              finished_at = CASE WHEN open.shards = 0 THEN now() END
         FROM open
        WHERE id = $1
       RETURNING alerts_generated, state = 'finished' AS run_finished`,
      [runId, alerts],
    );
    if (row === undefined) throw new Error('a shard has lost its run');
    return {
      runFinished: booleanOf(row, 'run_finished'),
      alertsGenerated: integerOf(row, 'alerts_generated'),
    };
  }
}
