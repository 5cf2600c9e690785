import { type ActivityType, REVIEW_OUTCOMES } from '@clearwatch/contracts/alerts';
import type {
  AlertWithOutcome,
  BacktestCounts,
  BacktestExample,
} from '@clearwatch/domain/detection/backtest-tally';
import type { DetectionPolicy } from '@clearwatch/domain/detection/detector';
import { policyInForce, readStoredPolicy } from '@clearwatch/domain/detection/policy-document';
import { dayOf, enumOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ShardAddress } from '../../detection/runs/detection-runs.repository.ts';

@Injectable()
export class TryoutShardsRepository {
  /** Null when the try-out was dropped. */
  async candidateOf(
    manager: EntityManager,
    { runId }: ShardAddress,
  ): Promise<{ policyVersion: number; candidate: DetectionPolicy } | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT policy_version, try_out_body FROM analytics.detection_runs WHERE id = $1 AND kind = 'tryout'`,
      [runId],
    );
    if (row === undefined) return null;
    const policyVersion = integerOf(row, 'policy_version');
    // Tolerantly: the worker may be of another version than the process that took the request.
    return { policyVersion, candidate: policyInForce(readStoredPolicy(row['try_out_body']), policyVersion) };
  }

  /** Reviewed alerts with an outcome on the shard's accounts, by account. */
  async judgedAlertsOf(
    manager: EntityManager,
    { runId, shard }: ShardAddress,
  ): Promise<Map<string, AlertWithOutcome[]>> {
    const rows = await manager.query<Row[]>(
      `SELECT a.activity_type, a.account_number, a.transaction_id::text, a.activity_date::text, a.review_outcome
         FROM analytics.detection_targets g JOIN analytics.unusual_activities a USING (account_number)
        WHERE g.run_id = $1 AND g.shard = $2 AND a.review_outcome IS NOT NULL`,
      [runId, shard],
    );
    return Map.groupBy(rows.map(toJudgedAlert), ({ accountNumber }) => accountNumber);
  }

  /** Lets one shard of the run finish at a time, so that each sees which others are done; false when it was dropped. */
  async lockRun(manager: EntityManager, { runId }: ShardAddress): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      'SELECT 1 FROM analytics.detection_runs WHERE id = $1 FOR UPDATE',
      [runId],
    );
    return rows.length === 1;
  }

  async addCounts(
    manager: EntityManager,
    { runId, shard }: ShardAddress,
    counts: ReadonlyMap<ActivityType, BacktestCounts>,
  ): Promise<void> {
    const rows = [...counts].map(([activityType, count]) => ({ activityType, ...count }));
    await manager.query(
      `INSERT INTO analytics.try_out_counts (run_id, shard, activity_type, now, candidate, gained, lost, lost_suspicious,
         lost_false_positive)
       SELECT $1, $2, * FROM jsonb_to_recordset($3::jsonb) AS c ("activityType" text, now integer, candidate integer,
         gained integer, lost integer, "lostSuspicious" integer, "lostFalsePositive" integer)`,
      [runId, shard, JSON.stringify(rows)],
    );
  }

  async addExamples(
    manager: EntityManager,
    { runId, shard }: ShardAddress,
    examples: readonly BacktestExample[],
  ): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.try_out_alerts (run_id, shard, sample, activity_type, account_number, transaction_id,
         activity_date, amount, risk_level, description, outcome, lot)
       SELECT $1, $2, * FROM jsonb_to_recordset($3::jsonb) AS e (sample text, "activityType" text, "accountNumber" text,
         "triggerEntryId" bigint, "triggerDay" date, amount numeric, "riskLevel" text, description text, outcome text,
         lot bigint)`,
      [runId, shard, JSON.stringify(examples)],
    );
  }
}

function toJudgedAlert(row: Row): AlertWithOutcome {
  return {
    activityType: textOf(row, 'activity_type'),
    accountNumber: textOf(row, 'account_number'),
    triggerEntryId: textOf(row, 'transaction_id'),
    anchorDay: dayOf(row, 'activity_date'),
    outcome: enumOf(REVIEW_OUTCOMES, row, 'review_outcome'),
  };
}
