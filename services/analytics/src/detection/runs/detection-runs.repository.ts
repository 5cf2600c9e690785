import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** A run or shard whose job may be lost is looked for after this long. */
const OVERDUE = '20 seconds';
const MOST_AT_ONCE = 200;
/** Of one run, so that its workers never wait for the next shard and others do not wait for all of it. */
export const MOST_SHARDS_QUEUED = 32;

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
    await manager.query(
      // Not the beginning of the transaction, which has added the import to the rollups before.
      `INSERT INTO analytics.detection_runs (kind, import_id, policy_version, created_at)
       VALUES ($1, $2, $3, clock_timestamp())
       ON CONFLICT (import_id, kind) DO NOTHING`,
      [wanted.kind, wanted.importId, wanted.policyVersion],
    );
    const [row] = await manager.query<Row[]>(
      'SELECT id FROM analytics.detection_runs WHERE import_id = $1 AND kind = $2',
      [wanted.importId, wanted.kind],
    );
    if (row === undefined) throw new Error('a run was added and is not there');
    return integerOf(row, 'id');
  }

  /** Whether the run still waits to be cut into shards, and which of its shards are not done. */
  async openWorkOf(runId: number): Promise<{ isQueued: boolean; shards: number[] }> {
    const [row] = await this.database.query<Row[]>(
      'SELECT state FROM analytics.detection_runs WHERE id = $1',
      [runId],
    );
    const shards = await this.database.query<Row[]>(
      `SELECT shard FROM analytics.detection_shards
        WHERE run_id = $1 AND finished_at IS NULL ORDER BY shard`,
      [runId],
    );
    return {
      isQueued: row !== undefined && textOf(row, 'state') === 'queued',
      shards: shards.map((shard) => integerOf(shard, 'shard')),
    };
  }

  async findOverdueRuns(): Promise<number[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT id FROM analytics.detection_runs
        WHERE state = 'queued' AND created_at < now() - $1::interval ORDER BY id LIMIT $2`,
      [OVERDUE, MOST_AT_ONCE],
    );
    return rows.map((row) => integerOf(row, 'id'));
  }

  async findOverdueShards(): Promise<ShardAddress[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT s.run_id, s.shard
         FROM analytics.detection_runs r
        CROSS JOIN LATERAL (SELECT run_id, shard FROM analytics.detection_shards
                             WHERE run_id = r.id AND finished_at IS NULL ORDER BY shard LIMIT $3) s
        WHERE r.state = 'running' AND r.created_at < now() - $1::interval
        ORDER BY s.run_id, s.shard LIMIT $2`,
      [OVERDUE, MOST_AT_ONCE, MOST_SHARDS_QUEUED],
    );
    return rows.map((row) => ({ runId: integerOf(row, 'run_id'), shard: integerOf(row, 'shard') }));
  }
}
