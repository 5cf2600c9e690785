import { type FullAnalysis, RUN_STATES } from '@clearwatch/contracts/detection-policy.dto';
import {
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

const SELECT_STANDING = `
  SELECT r.id, r.state, r.alerts_generated, r.requested_by_name, r.created_at, r.finished_at, s.shards, s.done
    FROM analytics.detection_runs r
   CROSS JOIN LATERAL (SELECT count(*) AS shards, count(finished_at) AS done
                         FROM analytics.detection_shards WHERE run_id = r.id) s
   WHERE r.kind = 'full'`;

/** Whoever finds a run that ends before he can join it looks again; it ends once. */
const TRIES = 5;

@Injectable()
export class FullAnalysisRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The analysis of everybody that is under way, or a new one: two who ask at once get the same. */
  async openOrJoin(
    manager: EntityManager,
    wanted: { policyVersion: number; requestedByName: string },
  ): Promise<{ runId: number; isNew: boolean }> {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const [open] = await manager.query<Row[]>(
        `SELECT id FROM analytics.detection_runs WHERE kind = 'full' AND state <> 'finished'`,
      );
      if (open !== undefined) return { runId: integerOf(open, 'id'), isNew: false };
      const [added] = await manager.query<Row[]>(
        `INSERT INTO analytics.detection_runs (kind, policy_version, requested_by_name) VALUES ('full', $1, $2)
         ON CONFLICT (kind) WHERE kind = 'full' AND state <> 'finished' DO NOTHING RETURNING id`,
        [wanted.policyVersion, wanted.requestedByName],
      );
      if (added !== undefined) return { runId: integerOf(added, 'id'), isNew: true };
    }
    throw new Error('an analysis of everybody could neither be opened nor joined');
  }

  /** @throws Error for a run that is none of everybody */
  async standingOf(runId: number): Promise<FullAnalysis> {
    const [row] = await this.database.query<Row[]>(`${SELECT_STANDING} AND r.id = $1`, [runId]);
    if (row === undefined) throw new Error('an analysis of everybody has lost its run');
    return toFullAnalysis(row);
  }

  async newest(): Promise<FullAnalysis | null> {
    const [row] = await this.database.query<Row[]>(`${SELECT_STANDING} ORDER BY r.id DESC LIMIT 1`);
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
