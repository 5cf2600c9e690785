import { isReturnedDebitSql } from '@clearwatch/contracts/returned-debit.sql';
import type { Period } from '@clearwatch/domain/calendar/period';
import { activeMonthsFirstDay } from '@clearwatch/domain/companies/company-activity';
import {
  ADMINISTRATIVE_RETURN_CODES,
  RETURN_RATE_DAYS,
  type ReturnTally,
  UNAUTHORIZED_RETURN_CODES,
} from '@clearwatch/domain/companies/company-return-rates';
import { COMPANY_RISK_DAYS } from '@clearwatch/domain/companies/company-risk';
import { counterpartyOf, kindFromDescriptions } from '@clearwatch/domain/companies/counterparty';
import type { CounterpartyKind } from '@clearwatch/domain/companies/counterparty-table';
import { SPRAY_DAYS } from '@clearwatch/domain/companies/debit-spray';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { EntityManager } from 'typeorm';

/** $1 companies, $2 as-of day, $3 and $4 the year, $5 first day of the regularity period. */
const DAYS_SQL = `
  SELECT company, min(nullif(day, '-infinity'))::text AS first_day, max(nullif(day, '-infinity'))::text AS last_day,
         sum(credits) AS credit_cents, sum(debits) AS debit_cents, sum(credit_count + debit_count) AS transactions,
         coalesce(sum(credits) FILTER (WHERE day BETWEEN $3 AND $4), 0) AS year_credit_cents,
         coalesce(sum(debits) FILTER (WHERE day BETWEEN $3 AND $4), 0) AS year_debit_cents,
         coalesce(sum(debit_count) FILTER (WHERE is_recent), 0) AS debits,
         coalesce(sum(debit_count) FILTER (WHERE is_recent AND extract(isodow FROM day) >= 6), 0) AS weekend_debits,
         coalesce(sum(debit_count) FILTER (WHERE day > $2::date - ${RETURN_RATE_DAYS} AND day <= $2), 0) AS returnable,
         coalesce(array_agg(day::text ORDER BY day) FILTER (WHERE day BETWEEN $5 AND $2), '{}') AS batch_days
    FROM analytics.company_days, LATERAL (SELECT day > $2::date - ${COMPANY_RISK_DAYS} AND day <= $2 AS is_recent) AS r
   WHERE company = ANY ($1)
   GROUP BY company`;

/** $1 companies, $2 as-of day. */
const CODES_SQL = `
  SELECT company, max(peak) AS peak_cents,
         coalesce(max(peak) FILTER (WHERE is_recent), 0) AS recent_peak_cents,
         coalesce(sum(amount) FILTER (WHERE is_recent), 0) AS recent_volume_cents,
         coalesce(sum(transactions) FILTER (WHERE is_recent), 0) AS recent_transactions,
         coalesce(sum(international) FILTER (WHERE is_recent), 0) AS international_entries
    FROM analytics.company_day_codes,
         LATERAL (SELECT day > $2::date - ${COMPANY_RISK_DAYS} AND day <= $2 AS is_recent) AS r
   WHERE company = ANY ($1)
   GROUP BY company`;

/** $1 companies, $2 first day of each company. */
const ACCOUNTS_SQL = `
  SELECT company, count(*) AS members, count(*) FILTER (WHERE debit_count > 0) AS debited_accounts,
         count(*) FILTER (WHERE first_debit < f.first_day + ${SPRAY_DAYS}) AS debited_at_once
    FROM analytics.company_accounts JOIN unnest($1::text[], $2::date[]) AS f (company, first_day) USING (company)
   GROUP BY company`;

/** $1 companies, $2 as-of day: members with a high-risk alert that was not dismissed. */
const ALERTS_SQL = `
  SELECT c.company, count(DISTINCT a.account_number) AS members
    FROM analytics.alert_companies c JOIN analytics.counted_alerts a ON a.id = c.alert_id
   WHERE c.company = ANY ($1) AND a.risk_level = 'high'
     AND a.activity_date > $2::date - ${COMPANY_RISK_DAYS} AND a.activity_date <= $2
     AND a.review_outcome IS DISTINCT FROM 'false_positive' AND a.review_outcome IS DISTINCT FROM 'explained'
   GROUP BY c.company`;

const codes = (list: readonly string[]) => list.map((code) => `'${code}'`).join(', ');

/** $1 as-of day: recently returned debits, by the company of the original entry if the ledger contains that entry. */
const RETURNS_SQL = `
  SELECT coalesce(o.company, t.company) AS company, count(*) AS all,
         count(*) FILTER (WHERE r.reason_code IN (${codes(UNAUTHORIZED_RETURN_CODES)})) AS unauthorized,
         count(*) FILTER (WHERE r.reason_code IN (${codes(ADMINISTRATIVE_RETURN_CODES)})) AS administrative
    FROM ledger.entry_returns r
    JOIN ledger.transactions t ON t.id = r.return_id
    LEFT JOIN ledger.transactions o ON o.id = r.original_id
   WHERE r.kind = 'return' AND ${isReturnedDebitSql({ entry: 't', noted: 'r' })}
     AND t.event_date > $1::date - ${RETURN_RATE_DAYS} AND t.event_date <= $1
     AND coalesce(o.class, t.class) IS DISTINCT FROM 'RCK'
     AND EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = t.import_id)
   GROUP BY 1`;

/** $1 companies, $2 as-of day: descriptions of their entries. Long numbers vary from entry to entry, so they are ignored. */
const DESCRIPTIONS_SQL = `
  SELECT company, regexp_replace(description, '\\w*\\d{4,}\\w*', '#', 'g') AS entry_description, type AS transaction_type,
         sum(entries) AS entries
    FROM (SELECT t.company, coalesce(t.entry_description, '') AS description, t.transaction_type::text AS type, count(*) AS entries
            FROM ledger.transactions t
           WHERE t.account_number IN (SELECT a.account_number FROM analytics.company_accounts a WHERE a.company = ANY ($1))
             AND t.company = ANY ($1) AND t.event_date > $2::date - ${COMPANY_RISK_DAYS} AND t.event_date <= $2
             AND t.entry_kind = 'money' AND t.import_id IN (SELECT p.import_id FROM analytics.projected_imports p)
           GROUP BY 1, 2, 3) described
   GROUP BY 1, 2, 3`;

type ReturnCounts = Omit<ReturnTally, 'debits'>;
const NO_RETURNS: ReturnCounts = { unauthorized: 0, administrative: 0, all: 0 };

/** `firstDay` and `lastDay` cover entries of any kind. `year…` covers the twelve months that end on the as-of day. */
const DAYS = new RowReader({
  text: ['company'],
  'day?': ['firstDay', 'lastDay'],
  cents: ['creditCents', 'debitCents', 'yearCreditCents', 'yearDebitCents'],
  integer: ['transactions', 'debits', 'weekendDebits', 'returnable'],
  texts: ['batchDays'],
});
const CODES = new RowReader({
  text: ['company'],
  cents: ['peakCents', 'recentPeakCents', 'recentVolumeCents'],
  integer: ['recentTransactions', 'internationalEntries'],
});
const ACCOUNTS = new RowReader({
  text: ['company'],
  integer: ['members', 'debitedAccounts', 'debitedAtOnce'],
});
const ALERTED = new RowReader({ text: ['company'], integer: ['members'] });
const RETURNS = new RowReader({ text: ['company'], integer: ['unauthorized', 'administrative', 'all'] });
const DESCRIPTION = new RowReader({
  text: ['company', 'entryDescription'],
  words: { transactionType: ['Credit', 'Debit'] },
  integer: ['entries'],
});

export type CompanyAggregates = Awaited<ReturnType<typeof companyAggregates>>[number];
type ReturnsByCompany = ReadonlyMap<string, ReturnCounts>;

export async function returnsAsOf(manager: EntityManager, asOf: string): Promise<ReturnsByCompany> {
  const rows = await RETURNS.all(manager, RETURNS_SQL, [asOf]);
  return new Map(rows.map(({ company, ...counts }) => [company, counts]));
}

export async function describedAsOf(manager: EntityManager, companies: readonly string[], asOf: string) {
  const unknown = companies.filter((company) => counterpartyOf(company).kind === 'unknown');
  if (unknown.length === 0) return new Map();
  const rows = await DESCRIPTION.all(manager, DESCRIPTIONS_SQL, [unknown, asOf]);
  const described = Map.groupBy(rows, ({ company }) => company);
  return new Map([...described].map(([company, own]) => [company, kindFromDescriptions(company, own)]));
}

export async function companiesWithOtherReturns(manager: EntityManager, returns: ReturnsByCompany) {
  const rows = await RETURNS.all(
    manager,
    `SELECT company, (details -> 'returns' ->> 'all')::integer AS all,
            (details -> 'returns' ->> 'unauthorized')::integer AS unauthorized,
            (details -> 'returns' ->> 'administrative')::integer AS administrative
       FROM analytics.company_figures
      WHERE (details -> 'returns' ->> 'all')::integer > 0 OR company = ANY ($1)`,
    [[...returns.keys()]],
  );
  const isOther = ({ company, all, unauthorized, administrative }: (typeof rows)[number]) => {
    const counted = returns.get(company) ?? NO_RETURNS;
    return all !== counted.all || unauthorized !== counted.unauthorized || administrative !== counted.administrative;
  };
  return rows.filter(isOther).map(({ company }) => company);
}

export async function companyAggregates(
  manager: EntityManager,
  companies: readonly string[],
  of: {
    asOf: string;
    year: Period;
    returns: ReturnsByCompany;
    described: ReadonlyMap<string, CounterpartyKind | null>;
  },
) {
  const { asOf, year, returns, described } = of;
  const days = await DAYS.all(manager, DAYS_SQL, [
    companies,
    asOf,
    year.firstDay,
    year.lastDay,
    activeMonthsFirstDay(asOf),
  ]);
  const codes = byCompany(await CODES.all(manager, CODES_SQL, [companies, asOf]));
  const alerted = byCompany(await ALERTED.all(manager, ALERTS_SQL, [companies, asOf]));
  const firstDays = [days.map(({ company }) => company), days.map(({ firstDay }) => firstDay)];
  const accounts = byCompany(await ACCOUNTS.all(manager, ACCOUNTS_SQL, firstDays));
  return days.map(({ returnable, ...sums }) => {
    const { company } = sums;
    const ofCodes = codes.get(company);
    const ofAccounts = accounts.get(company);
    // All rollups are updated in one transaction.
    if (ofCodes === undefined || ofAccounts === undefined)
      throw new Error('a company is in one rollup but not in another');
    return {
      ...sums,
      ...ofAccounts,
      describedKind: described.get(company) ?? null,
      peakCents: ofCodes.peakCents,
      recent: {
        peakCents: ofCodes.recentPeakCents,
        volumeCents: ofCodes.recentVolumeCents,
        transactions: ofCodes.recentTransactions,
        internationalEntries: ofCodes.internationalEntries,
      },
      returns: { ...NO_RETURNS, ...returns.get(company), debits: returnable },
      membersInHighAlerts: alerted.get(company)?.members ?? 0,
    };
  });
}

function byCompany<R extends { company: string }>(rows: readonly R[]): Map<string, R> {
  return new Map(rows.map((row) => [row.company, row]));
}
