import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  type ChangedCompany,
  type CompanyChanges,
  MIN_AFFECTED_MEMBERS,
  REGULAR_PAYER_AFTER_DAYS,
  REGULAR_PAYER_DAYS,
  REGULAR_PAYER_MONTHS,
} from '@clearwatch/domain/report-writing/sections/what-changed-section';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn } from './cents-in.ts';
import type { LedgerFacts } from './ledger-facts.ts';

const MOST = 5;

/** Who stands in a high-risk alert is the alert's business, not a lost payer. */
export async function gatherCompanyChanges(
  ledger: LedgerFacts,
  { period, previous }: ReportScope,
): Promise<CompanyChanges> {
  const stopped = await ledger.rows(
    `SELECT d.company, sum(d.credits) AS cents, sum(d.credit_count) AS entries, f.members
       FROM analytics.company_days d JOIN analytics.company_figures f USING (company)
      WHERE d.day BETWEEN $1 AND $2 AND f.members >= ${MIN_AFFECTED_MEMBERS}
        AND f.first_day <= $1::date - ${REGULAR_PAYER_AFTER_DAYS}
        AND NOT EXISTS (SELECT FROM analytics.alert_companies a WHERE a.company = d.company)
        AND (SELECT count(DISTINCT date_trunc('month', regular.day)) FROM analytics.company_days regular
              WHERE regular.company = d.company AND regular.credit_count > 0
                AND regular.day BETWEEN $3::date - ${REGULAR_PAYER_DAYS} AND $3::date - 1) >= ${REGULAR_PAYER_MONTHS}
        AND NOT EXISTS (SELECT FROM analytics.company_days later
                         WHERE later.company = d.company AND later.day BETWEEN $3 AND $4 AND later.credit_count > 0)
      GROUP BY d.company, f.members HAVING sum(d.credit_count) >= ${MIN_AFFECTED_MEMBERS}
      ORDER BY 2 DESC, 1 LIMIT ${MOST}`,
    [previous.firstDay, previous.lastDay, period.firstDay, period.lastDay],
  );
  const begun = await ledger.rows(
    `SELECT d.company, sum(d.debits) AS cents, sum(d.debit_count) AS entries, f.members
       FROM analytics.company_days d JOIN analytics.company_figures f USING (company)
      WHERE d.day BETWEEN $1 AND $2 AND f.members >= ${MIN_AFFECTED_MEMBERS} AND f.first_day >= $1::date
      GROUP BY d.company, f.members HAVING sum(d.debits) > 0
      ORDER BY 2 DESC, 1 LIMIT ${MOST}`,
    [period.firstDay, period.lastDay],
  );
  return { stoppedPaying: stopped.map(toChanged), beganCollecting: begun.map(toChanged) };
}

function toChanged(row: Row): ChangedCompany {
  return {
    company: textOf(row, 'company'),
    cents: centsIn(row, 'cents'),
    entries: integerOf(row, 'entries'),
    members: integerOf(row, 'members'),
  };
}
