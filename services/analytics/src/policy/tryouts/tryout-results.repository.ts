import { REVIEW_OUTCOMES, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { BACKTEST_SAMPLES } from '@clearwatch/contracts/detection-policy';
import type { BacktestAlert, BacktestRow } from '@clearwatch/contracts/detection-policy.dto';
import { MAX_EXAMPLES } from '@clearwatch/domain/detection/backtest-tally';
import { DETECTORS } from '@clearwatch/domain/detection/detectors/detector-registry';
import { displayName } from '@clearwatch/domain/members/member-names';
import {
  dayOf,
  enumOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

const NOTHING = { now: 0, candidate: 0, gained: 0, lost: 0, lostSuspicious: 0, lostFalsePositive: 0 };

/** What a finished try-out says: the sums over its shards and an even sample of their samples. */
@Injectable()
export class TryoutResults {
  /** Every rule, those without any alert included. */
  async rows(manager: EntityManager, runId: number): Promise<BacktestRow[]> {
    const rows = await manager.query<Row[]>(
      `SELECT activity_type, sum(now) AS now, sum(candidate) AS candidate, sum(gained) AS gained, sum(lost) AS lost,
              sum(lost_suspicious) AS lost_suspicious, sum(lost_false_positive) AS lost_false_positive
         FROM analytics.try_out_counts WHERE run_id = $1 GROUP BY activity_type`,
      [runId],
    );
    const byType = new Map(rows.map((row) => [textOf(row, 'activity_type'), toTryoutRow(row)]));
    return Object.keys(DETECTORS).map(
      (activityType) => byType.get(activityType) ?? { activityType, ...NOTHING },
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
    return rows.map(toTryoutAlert);
  }
}

function toTryoutRow(row: Row): BacktestRow {
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

function toTryoutAlert(row: Row): BacktestAlert {
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
