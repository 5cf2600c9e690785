import { REVIEW_OUTCOMES, RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import { memberRiskLevel } from '@clearwatch/domain/members/member-bands';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { EntityManager } from 'typeorm';

/** Low-risk alerts do not raise a member's risk. */
export const RISKY_ALERTS_SQL = `FROM analytics.counted_alerts a WHERE a.risk_level <> 'low'`;

const RISKY_ALERT = new RowReader({
  text: ['accountNumber', 'activityType'],
  words: { riskLevel: RISK_LEVELS },
  'words?': { reviewOutcome: REVIEW_OUTCOMES },
  day: ['activityDate'],
  boolean: ['reviewed'],
});

/**
 * Computes the risk of each account with a medium- or high-risk alert. All other accounts are low risk.
 * `of.accounts` is SQL that follows the account number.
 */
export async function riskLevels(
  database: Pick<EntityManager, 'query'>,
  of: { accounts: string; parameters?: unknown[]; asOf: string },
): Promise<Map<string, RiskLevel>> {
  const alerts = await RISKY_ALERT.all(
    database,
    `SELECT a.account_number, a.activity_type, a.risk_level, a.activity_date::text, a.reviewed, a.review_outcome
       ${RISKY_ALERTS_SQL} AND a.account_number ${of.accounts}`,
    of.parameters,
  );
  const byAccount = Map.groupBy(alerts, ({ accountNumber }) => accountNumber);
  return new Map([...byAccount].map(([account, own]) => [account, memberRiskLevel(own, of.asOf)]));
}
