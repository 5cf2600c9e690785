import { type ActivityType, REVIEW_OUTCOMES, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { BACKTEST_SAMPLES } from '@clearwatch/contracts/detection-policy';
import {
  type BacktestAlert,
  type BacktestRow,
  type PolicyBacktest,
  RUN_STATES,
} from '@clearwatch/contracts/detection-policy.dto';
import {
  type AlertWithOutcome,
  type BacktestCounts,
  type BacktestExample,
  MAX_EXAMPLES,
} from '@clearwatch/domain/detection/backtest-tally';
import type { DetectionPolicy } from '@clearwatch/domain/detection/detector';
import { DETECTORS } from '@clearwatch/domain/detection/detectors/detector-registry';
import { policyInForce, readStoredPolicy } from '@clearwatch/domain/detection/policy-document';
import { displayName } from '@clearwatch/domain/members/member-names';
import { generatedId } from '@clearwatch/service-kit/database/entity-columns';
import {
  dayOf,
  enumOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { type EntityManager, Raw } from 'typeorm';
import type { ShardAddress } from '../detection/detection-runs.repository.ts';
import { DetectionRunEntity } from './policy.entity.ts';

const NO_COUNTS = { now: 0, candidate: 0, gained: 0, lost: 0, lostSuspicious: 0, lostFalsePositive: 0 };

/** What a finished try-out says: the sums over its shards and an even sample of their samples. */
@Injectable()
export class BacktestResultsRepository {
  /** Every rule, those without any alert included. */
  async rows(manager: EntityManager, runId: number): Promise<BacktestRow[]> {
    const rows = await manager.query<Row[]>(
      `SELECT activity_type, sum(now) AS now, sum(candidate) AS candidate, sum(gained) AS gained, sum(lost) AS lost,
              sum(lost_suspicious) AS lost_suspicious, sum(lost_false_positive) AS lost_false_positive
         FROM analytics.try_out_counts WHERE run_id = $1 GROUP BY activity_type`,
      [runId],
    );
    const byType = new Map(rows.map((row) => [textOf(row, 'activity_type'), toBacktestRow(row)]));
    return Object.keys(DETECTORS).map(
      (activityType) => byType.get(activityType) ?? { activityType, ...NO_COUNTS },
    );
  }

  /** As `EvenSample` takes them: one of each rule, then a second of each, within a rule by lot. */
  async examples(manager: EntityManager, runId: number): Promise<BacktestAlert[]> {
    const rows = await manager.query<Row[]>(
      `WITH ranked AS (
         SELECT *, row_number() OVER (PARTITION BY sample, activity_type ORDER BY lot) AS rank
           FROM analytics.try_out_alerts WHERE run_id = $1),
       placed AS (SELECT *, row_number() OVER (PARTITION BY sample ORDER BY rank, lot) AS place FROM ranked)
       SELECT p.sample, p.activity_type, p.account_number, p.transaction_id, p.activity_date::text, p.amount, p.risk_level,
              p.description, p.outcome, m.id AS member_id, m.first_name, m.last_name, m.company
         FROM placed p LEFT JOIN ledger.members m USING (account_number)
        WHERE p.place <= $2 ORDER BY p.sample, p.place`,
      [runId, MAX_EXAMPLES],
    );
    return rows.map(toBacktestAlert);
  }
}

function toBacktestRow(row: Row): BacktestRow {
  return {
    activityType: textOf(row, 'activity_type'),
    now: integerOf(row, 'now'),
    candidate: integerOf(row, 'candidate'),
    gained: integerOf(row, 'gained'),
    lost: integerOf(row, 'lost'),
    lostSuspicious: integerOf(row, 'lost_suspicious'),
    lostFalsePositive: integerOf(row, 'lost_false_positive'),
  };
}

function toBacktestAlert(row: Row): BacktestAlert {
  const accountNumber = textOf(row, 'account_number');
  const firstName = nullable(textOf, row, 'first_name');
  const lastName = nullable(textOf, row, 'last_name');
  return {
    sample: enumOf(BACKTEST_SAMPLES, row, 'sample'),
    activityType: textOf(row, 'activity_type'),
    accountNumber,
    memberId: nullable(integerOf, row, 'member_id'),
    memberName: displayName({
      firstName,
      lastName,
      company: nullable(textOf, row, 'company'),
      accountNumber,
    }),
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    transactionId: integerOf(row, 'transaction_id'),
    activityDate: dayOf(row, 'activity_date'),
    amount: moneyOf(row, 'amount'),
    riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
    description: textOf(row, 'description'),
    outcome: nullable((r, column) => enumOf(REVIEW_OUTCOMES, r, column), row, 'outcome'),
  };
}

@Injectable()
export class BacktestShardsRepository {
  /** Null when the try-out was dropped. */
  async candidateOf(
    manager: EntityManager,
    { runId }: ShardAddress,
  ): Promise<{ policyVersion: number; candidate: DetectionPolicy } | null> {
    const run = await manager.findOne(DetectionRunEntity, {
      select: { id: true, policyVersion: true, tryOutBody: true },
      where: { id: runId, kind: 'tryout' },
    });
    if (run === null) return null;
    const { policyVersion, tryOutBody } = run;
    // Tolerantly: the worker may be of another version than the process that took the request.
    return { policyVersion, candidate: policyInForce(readStoredPolicy(tryOutBody), policyVersion) };
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
    return Map.groupBy(rows.map(toReviewedAlert), ({ accountNumber }) => accountNumber);
  }

  /** Lets one shard of the run finish at a time, so that each sees which others are done; false when it was dropped. */
  async lockRun(manager: EntityManager, { runId }: ShardAddress): Promise<boolean> {
    const run = await manager.findOne(DetectionRunEntity, {
      select: { id: true },
      where: { id: runId },
      lock: { mode: 'pessimistic_write' },
    });
    return run !== null;
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

function toReviewedAlert(row: Row): AlertWithOutcome {
  return {
    activityType: textOf(row, 'activity_type'),
    accountNumber: textOf(row, 'account_number'),
    triggerEntryId: textOf(row, 'transaction_id'),
    anchorDay: dayOf(row, 'activity_date'),
    outcome: enumOf(REVIEW_OUTCOMES, row, 'review_outcome'),
  };
}

/** What a try-out found is true of the ledger of its day. */
const BACKTEST_LIFETIME = '1 day';

/** A try-out is a detection run that looks at everybody and writes beside the alerts. */
@Injectable()
export class BacktestsRepository {
  /** @returns its id */
  async add(manager: EntityManager, wanted: { actor: Actor; candidate: DetectionPolicy }): Promise<number> {
    const { actor, candidate } = wanted;
    const inserted = await manager.insert(DetectionRunEntity, {
      kind: 'tryout',
      policyVersion: candidate.version,
      requestedBy: actor.userId,
      requestedByName: actor.username,
      tryOutBody: candidate,
    });
    return generatedId(inserted);
  }

  /** Until the end of the transaction the user begins no other: of two at once one drops the other. */
  async dropThoseOf(manager: EntityManager, { userId }: Actor): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('tryout ' || $1, 0))`, [
      String(userId),
    ]);
    if (userId !== null) await manager.delete(DetectionRunEntity, { kind: 'tryout', requestedBy: userId });
  }

  async dropOld(manager: EntityManager): Promise<void> {
    await manager.delete(DetectionRunEntity, {
      kind: 'tryout',
      createdAt: Raw((column) => `${column} < now() - interval '${BACKTEST_LIFETIME}'`),
    });
  }

  async find(manager: EntityManager, id: number): Promise<Omit<PolicyBacktest, 'rows' | 'alerts'> | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT r.id, r.state, r.policy_version, s.shards, s.shards_done
         FROM analytics.detection_runs r
        CROSS JOIN LATERAL (SELECT count(*) AS shards, count(finished_at) AS shards_done
                              FROM analytics.detection_shards WHERE run_id = r.id) s
        WHERE r.id = $1 AND r.kind = 'tryout' AND r.created_at >= now() - $2::interval`,
      [id, BACKTEST_LIFETIME],
    );
    if (row === undefined) return null;
    return {
      id: integerOf(row, 'id'),
      state: enumOf(RUN_STATES, row, 'state'),
      shardsDone: integerOf(row, 'shards_done'),
      shards: integerOf(row, 'shards'),
      comparedWith: integerOf(row, 'policy_version'),
    };
  }
}
