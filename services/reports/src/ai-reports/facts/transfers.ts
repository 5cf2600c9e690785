import type { Asked } from '@clearwatch/domain/reports/asked';
import { TRANSFER_ROUTES, transferRouteOf } from '@clearwatch/domain/reports/topics/transfers/transfer-route';
import type { TransferCompany, Transfers } from '@clearwatch/domain/reports/topics/transfers/transfers';
import { integerOf, textOf } from '@clearwatch/service-kit/database/row';
import { centsIn } from './cents-in.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { gatherTransferSenders } from './transfer-senders.ts';
import { wordedCompanies } from './worded-companies.ts';

/** Money between members and other institutions, apps and exchanges. */
export async function gatherTransfers(ledger: LedgerFacts, asked: Asked): Promise<Transfers> {
  const companies = await gatherTransferCompanies(ledger, asked);
  const names = companies.map(({ company }) => company);
  return {
    companies,
    firstUse: await firstUseOf(ledger, asked, companies),
    ...(await gatherTransferSenders(ledger, asked, names)),
    international: await internationalOf(ledger, asked),
  };
}

/** Companies that carry transfers, told by their name and by how some of their entries are described. */
export async function gatherTransferCompanies(ledger: LedgerFacts, asked: Asked): Promise<TransferCompany[]> {
  return (await wordedCompanies(ledger, asked)).flatMap(({ descriptions, isInternational, ...moved }) => {
    const route = transferRouteOf({ company: moved.company, descriptions, isInternational });
    return route === null ? [] : [{ ...moved, route }];
  });
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
    inCents: centsIn(row, 'in_now'),
    outCents: centsIn(row, 'out_now'),
    members: integerOf(row, 'members'),
  };
}
