import { type Cents } from '@clearwatch/domain/money/cents';
import type { Asked } from '@clearwatch/domain/reports/asked';
import type { WordedCompany } from '@clearwatch/domain/reports/topics/transfers/transfer-route';
import { textOf } from '@clearwatch/service-kit/database/row';
import { textsOf } from '@clearwatch/service-kit/database/texts-of';
import { centsIn } from './cents-in.ts';
import type { LedgerFacts } from './ledger-facts.ts';

/** Accounts of a company whose entries are read for how they are described. */
const READ_ACCOUNTS = 3;

/** A company with its money in both periods, and the words by which it is told what it is. */
export interface MovingCompany extends WordedCompany {
  outCents: Cents;
  inCents: Cents;
  outBeforeCents: Cents;
  inBeforeCents: Cents;
}

/** Every company with money in one of the periods, the largest of the period first. */
export async function wordedCompanies(
  ledger: LedgerFacts,
  { period, previous }: Asked,
): Promise<MovingCompany[]> {
  const rows = await ledger.rows(
    `SELECT moved.*, described.descriptions,
            EXISTS (SELECT FROM analytics.company_day_codes c
                     WHERE c.company = moved.company AND c.day BETWEEN $3 AND $2 AND c.international > 0) AS international
       FROM (SELECT company,
                    coalesce(sum(debits) FILTER (WHERE day >= $1), 0) AS out_now,
                    coalesce(sum(credits) FILTER (WHERE day >= $1), 0) AS in_now,
                    coalesce(sum(debits) FILTER (WHERE day < $1), 0) AS out_before,
                    coalesce(sum(credits) FILTER (WHERE day < $1), 0) AS in_before
               FROM analytics.company_days WHERE day BETWEEN $3 AND $2 AND credit_count + debit_count > 0 GROUP BY 1) moved
       CROSS JOIN LATERAL (
         SELECT coalesce(array_agg(DISTINCT t.entry_description) FILTER (WHERE t.entry_description IS NOT NULL), '{}') AS descriptions
           FROM (SELECT account_number FROM analytics.company_accounts c WHERE c.company = moved.company
                  ORDER BY account_number LIMIT ${READ_ACCOUNTS}) picked
           JOIN ledger.transactions t ON t.account_number = picked.account_number AND t.company = moved.company) described
      ORDER BY out_now + in_now DESC, company`,
    [period.firstDay, period.lastDay, previous.firstDay],
  );
  return rows.map((row) => ({
    company: textOf(row, 'company'),
    descriptions: textsOf(row, 'descriptions'),
    isInternational: row['international'] === true,
    outCents: centsIn(row, 'out_now'),
    inCents: centsIn(row, 'in_now'),
    outBeforeCents: centsIn(row, 'out_before'),
    inBeforeCents: centsIn(row, 'in_before'),
  }));
}
