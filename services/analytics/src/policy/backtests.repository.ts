import { REVIEW_OUTCOMES, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { BACKTEST_SAMPLES } from '@clearwatch/contracts/detection-policy';
import { RUN_STATES } from '@clearwatch/contracts/detection-policy.dto';
import { type BacktestTally, MAX_EXAMPLES } from '@clearwatch/domain/detection/backtest-tally';
import type { DetectionPolicy } from '@clearwatch/domain/detection/detector';
import { DETECTORS } from '@clearwatch/domain/detection/detectors/detector-registry';
import { policyInForce, readStoredPolicy } from '@clearwatch/domain/detection/policy-document';
import { displayName } from '@clearwatch/domain/members/member-names';
import { generatedId } from '@clearwatch/service-kit/database/entity-columns';
import { insertRows, RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { type EntityManager, Raw } from 'typeorm';
import type { ShardAddress } from '../detection/detection-runs.repository.ts';
import { DetectionRunEntity } from './policy.entity.ts';

const NO_COUNTS = { now: 0, candidate: 0, gained: 0, lost: 0, lostSuspicious: 0, lostFalsePositive: 0 };
const COUNTS = new RowReader({
  text: ['activityType'],
  integer: ['now', 'candidate', 'gained', 'lost', 'lostSuspicious', 'lostFalsePositive'],
});
const EXAMPLE = new RowReader({
  words: { sample: BACKTEST_SAMPLES, riskLevel: RISK_LEVELS },
  'words?': { outcome: REVIEW_OUTCOMES },
  text: ['activityType', 'accountNumber', 'description'],
  'text?': ['firstName', 'lastName', 'company'],
  integer: ['transactionId'],
  'integer?': ['memberId'],
  day: ['activityDate'],
  money: ['amount'],
});
const DECIDED_ALERT = new RowReader({
  text: ['activityType', 'accountNumber', 'triggerEntryId'],
  day: ['anchorDay'],
  words: { outcome: REVIEW_OUTCOMES },
});
const RUN = new RowReader({
  integer: ['id', 'shardsDone', 'shards', 'comparedWith'],
  words: { state: RUN_STATES },
});

/** After this time, the ledger has changed too much for the results to be useful. */
const BACKTEST_LIFETIME = '1 day';

/** A backtest is a detection run over all members. Its results are stored separately from the alerts. */
@Injectable()
export class BacktestsRepository {
  async add(manager: EntityManager, { actor, candidate }: { actor: Actor; candidate: DetectionPolicy }) {
    const run = {
      kind: 'tryout', // cspell:ignore tryout
      policyVersion: candidate.version,
      requestedBy: actor.userId,
      requestedByName: actor.username,
      tryOutBody: candidate,
    } as const;
    return generatedId(await manager.insert(DetectionRunEntity, run));
  }

  /** Blocks the user's other backtests until the transaction ends. If two start at the same time, the second one deletes the first. */
  async deleteOf(manager: EntityManager, { userId }: Actor): Promise<void> {
    const lock = `SELECT pg_advisory_xact_lock(hashtextextended('tryout ' || $1, 0))`;
    await manager.query(lock, [String(userId)]);
    if (userId !== null) await manager.delete(DetectionRunEntity, { kind: 'tryout', requestedBy: userId });
  }

  async deleteOld(manager: EntityManager): Promise<void> {
    await manager.delete(DetectionRunEntity, {
      kind: 'tryout',
      createdAt: Raw((column) => `${column} < now() - interval '${BACKTEST_LIFETIME}'`),
    });
  }

  find(manager: EntityManager, id: number) {
    return RUN.first(
      manager,
      `SELECT r.id, r.state, r.policy_version AS compared_with, s.shards, s.shards_done
         FROM analytics.detection_runs r
        CROSS JOIN LATERAL (SELECT count(*) AS shards, count(finished_at) AS shards_done
                              FROM analytics.detection_shards WHERE run_id = r.id) s
        WHERE r.id = $1 AND r.kind = 'tryout' AND r.created_at >= now() - $2::interval`,
      [id, BACKTEST_LIFETIME],
    );
  }

  async rows(manager: EntityManager, runId: number) {
    const rows = await COUNTS.all(
      manager,
      `SELECT activity_type, sum(now) AS now, sum(candidate) AS candidate, sum(gained) AS gained, sum(lost) AS lost,
              sum(lost_suspicious) AS lost_suspicious, sum(lost_false_positive) AS lost_false_positive
         FROM analytics.try_out_counts WHERE run_id = $1 GROUP BY activity_type`,
      [runId],
    );
    const byType = new Map(rows.map((row) => [row.activityType, row]));
    return Object.keys(DETECTORS).map((activityType) => byType.get(activityType) ?? { activityType, ...NO_COUNTS });
  }

  /**
   * Merges the shards' samples like a `StratifiedSample`: the item with the smallest lot for each rule, then the second smallest, and so
   * on.
   */
  async examples(manager: EntityManager, runId: number) {
    const rows = await EXAMPLE.all(
      manager,
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
    return rows.map(({ company, ...row }) => ({
      ...row,
      memberName: displayName({ ...row, company }),
      firstName: row.firstName ?? '',
      lastName: row.lastName ?? '',
    }));
  }

  async candidateOf(manager: EntityManager, { runId }: ShardAddress) {
    const run = await manager.findOne(DetectionRunEntity, {
      select: { id: true, policyVersion: true, tryOutBody: true },
      where: { id: runId, kind: 'tryout' },
    });
    if (run === null) return null;
    const { policyVersion, tryOutBody } = run;
    // The worker may run a different version than the process that accepted the request.
    return { policyVersion, candidate: policyInForce(readStoredPolicy(tryOutBody), policyVersion) };
  }

  async decidedAlertsOf(manager: EntityManager, { runId, shard }: ShardAddress) {
    const alerts = await DECIDED_ALERT.all(
      manager,
      `SELECT a.activity_type, a.account_number, a.transaction_id::text AS trigger_entry_id,
              a.activity_date::text AS anchor_day, a.review_outcome AS outcome
         FROM analytics.detection_targets g JOIN analytics.unusual_activities a USING (account_number)
        WHERE g.run_id = $1 AND g.shard = $2 AND a.review_outcome IS NOT NULL`,
      [runId, shard],
    );
    return Map.groupBy(alerts, ({ accountNumber }) => accountNumber);
  }

  /** Shards of a run finish one at a time, so that each one sees which others are done. Returns false if the run was deleted. */
  async lockRun(manager: EntityManager, { runId }: ShardAddress): Promise<boolean> {
    const run = await manager.findOne(DetectionRunEntity, {
      select: { id: true },
      where: { id: runId },
      lock: { mode: 'pessimistic_write' },
    });
    return run !== null;
  }

  async addTally(
    manager: EntityManager,
    { runId, shard }: ShardAddress,
    { counts, examples }: BacktestTally,
  ): Promise<void> {
    const countRows = [...counts].map(([activityType, count]) => ({ runId, shard, activityType, ...count }));
    await insertRows(manager, 'analytics.try_out_counts', countRows);
    const alertRows = examples.map(({ triggerEntryId: transactionId, triggerDay: activityDate, ...example }) => {
      return { runId, shard, transactionId, activityDate, ...example };
    });
    await insertRows(manager, 'analytics.try_out_alerts', alertRows);
  }
}
