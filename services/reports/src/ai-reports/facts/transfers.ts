import type { Cents } from '@clearwatch/domain/money/cents';
import { centsOf } from '@clearwatch/domain/money/cents';
import type { Asked } from '@clearwatch/domain/reports/asked';
import {
  TRANSFER_ROUTES,
  type TransferRoute,
  transferRouteOf,
} from '@clearwatch/domain/reports/topics/transfers/transfer-route';
import type { TransferCompany, Transfers } from '@clearwatch/domain/reports/topics/transfers/transfers';
import { dayOf, integerOf, moneyOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { textsOf } from '@clearwatch/service-kit/database/texts-of';
import type { LedgerFacts } from './ledger-facts.ts';
import { gatherTransferSenders } from './transfer-senders.ts';

/** Accounts of a company whose entries are read for how they are described. */
const READ_ACCOUNTS = 3;

/** Money between members and other institutions, apps and exchanges. */
export async function gatherTransfers(ledger: LedgerFacts, asked: Asked): Promise<Transfers> {
  const companies = await companiesOf(ledger, asked);
  const names = companies.map(({ company }) => company);
  return {
    companies,
    firstUse: await firstUseOf(ledger, asked, companies),
    ...(await gatherTransferSenders(ledger, asked, names)),
    international: await internationalOf(ledger, asked),
  };
}

/** Every company with money in one of the periods, told by its name and by how some of its entries are described. */
async function companiesOf(ledger: LedgerFacts, { period, previous }: Asked): Promise<TransferCompany[]> {
  const rows = await ledger.rows(
    `SELECT moved.*, described.descriptions, known.first_day::text AS first_day,
            EXISTS (SELECT FROM analytics.company_day_codes c
                     WHERE c.company = moved.company AND c.day BETWEEN $3 AND $2 AND c.international > 0) AS international
       FROM (SELECT company,
                    coalesce(sum(debits) FILTER (WHERE day >= $1), 0) AS out_now,
                    coalesce(sum(credits) FILTER (WHERE day >= $1), 0) AS in_now,
                    coalesce(sum(debits) FILTER (WHERE day < $1), 0) AS out_before,
                    coalesce(sum(credits) FILTER (WHERE day < $1), 0) AS in_before
               FROM analytics.company_days WHERE day BETWEEN $3 AND $2 AND credit_count + debit_count > 0 GROUP BY 1) moved
       LEFT JOIN analytics.company_figures known USING (company)
       CROSS JOIN LATERAL (
         SELECT coalesce(array_agg(DISTINCT t.entry_description) FILTER (WHERE t.entry_description IS NOT NULL), '{}') AS descriptions
           FROM (SELECT account_number FROM analytics.company_accounts c WHERE c.company = moved.company
                  ORDER BY account_number LIMIT ${READ_ACCOUNTS}) picked
           JOIN ledger.transactions t ON t.account_number = picked.account_number AND t.company = moved.company) described
      ORDER BY out_now + in_now DESC, company`,
    [period.firstDay, period.lastDay, previous.firstDay],
  );
  return rows.flatMap((row) => {
    const company = textOf(row, 'company');
    const route = transferRouteOf({
      company,
      descriptions: textsOf(row, 'descriptions'),
      isInternational: row['international'] === true,
    });
    return route === null ? [] : [toCompany(row, company, route)];
  });
}

function toCompany(row: Row, company: string, route: TransferRoute): TransferCompany {
  return {
    company,
    route,
    outCents: cents(row, 'out_now'),
    inCents: cents(row, 'in_now'),
    outBeforeCents: cents(row, 'out_before'),
    inBeforeCents: cents(row, 'in_before'),
    firstDay: nullable(dayOf, row, 'first_day'),
  };
}

async function firstUseOf(
  ledger: LedgerFacts,
  { period, previous }: Asked,
  companies: readonly TransferCompany[],
): Promise<Transfers['firstUse']> {
  const rows = await ledger.rows(
    `SELECT route, count(*) FILTER (WHERE first_day BETWEEN $3 AND $4) AS now,
            count(*) FILTER (WHERE first_day BETWEEN $5 AND $6) AS before
       FROM (SELECT r.route, a.account_number, min(a.first_day) AS first_day
               FROM unnest($1::text[], $2::text[]) AS r (company, route)
               JOIN analytics.company_accounts a USING (company) GROUP BY 1, 2) used
      GROUP BY 1`,
    [
      companies.map(({ company }) => company),
      companies.map(({ route }) => route),
      period.firstDay,
      period.lastDay,
      previous.firstDay,
      previous.lastDay,
    ],
  );
  return TRANSFER_ROUTES.flatMap((route) => {
    const row = rows.find((candidate) => textOf(candidate, 'route') === route);
    return row === undefined ? [] : [{ route, now: integerOf(row, 'now'), before: integerOf(row, 'before') }];
  });
}

/** Entries of class IAT, found by the accounts of the companies that had any. */
export async function internationalOf(
  ledger: LedgerFacts,
  { period, previous }: Asked,
): Promise<Transfers['international']> {
  const [row = {}] = await ledger.rows(
    `SELECT count(*) FILTER (WHERE event_date >= $1) AS entries, count(*) FILTER (WHERE event_date < $1) AS entries_before,
            coalesce(sum(amount) FILTER (WHERE event_date >= $1 AND transaction_type = 'Credit'), 0) AS in_now,
            coalesce(sum(amount) FILTER (WHERE event_date >= $1 AND transaction_type = 'Debit'), 0) AS out_now,
            count(DISTINCT account_number) FILTER (WHERE event_date >= $1) AS members
       FROM ledger.transactions
      WHERE account_number IN (
              SELECT a.account_number FROM analytics.company_accounts a
               WHERE a.company IN (SELECT company FROM analytics.company_day_codes
                                    WHERE day BETWEEN $3 AND $2 AND international > 0)
                 AND a.first_day <= $2 AND a.last_day >= $3)
        AND class = 'IAT' AND entry_kind = 'money' AND event_date BETWEEN $3 AND $2
        AND import_id IN (SELECT import_id FROM analytics.projected_imports)`,
    [period.firstDay, period.lastDay, previous.firstDay],
  );
  return {
    entries: integerOf(row, 'entries'),
    entriesBefore: integerOf(row, 'entries_before'),
    inCents: cents(row, 'in_now'),
    outCents: cents(row, 'out_now'),
    members: integerOf(row, 'members'),
  };
}

const cents = (row: Row, column: string): Cents => centsOf(moneyOf(row, column));
