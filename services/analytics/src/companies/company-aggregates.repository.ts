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
import { type Cents, parseCents } from '@clearwatch/domain/money/cents';
import {
  dayOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textArrayOf,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** $1 companies, $2 as-of day, $3 and $4 the year, $5 first day that regularity looks at. */
const DAYS_SQL = `
  SELECT company, min(nullif(day, '-infinity'))::text AS first_day, max(nullif(day, '-infinity'))::text AS last_day,
         sum(credits) AS credits, sum(debits) AS debits, sum(credit_count + debit_count) AS transactions,
         coalesce(sum(credits) FILTER (WHERE day BETWEEN $3 AND $4), 0) AS year_credits,
         coalesce(sum(debits) FILTER (WHERE day BETWEEN $3 AND $4), 0) AS year_debits,
         coalesce(sum(debit_count) FILTER (WHERE is_recent), 0) AS debits_lately,
         coalesce(sum(debit_count) FILTER (WHERE is_recent AND extract(isodow FROM day) >= 6), 0) AS weekend_debits,
         coalesce(sum(debit_count) FILTER (WHERE day > $2::date - ${RETURN_RATE_DAYS} AND day <= $2), 0) AS returnable,
         coalesce(array_agg(day::text ORDER BY day) FILTER (WHERE day BETWEEN $5 AND $2), '{}') AS batch_days
    FROM analytics.company_days, LATERAL (SELECT day > $2::date - ${COMPANY_RISK_DAYS} AND day <= $2 AS is_recent) AS r
   WHERE company = ANY ($1)
   GROUP BY company`;

/** $1 companies, $2 as-of day. */
const CODES_SQL = `
  SELECT company, max(peak) AS peak,
         coalesce(max(peak) FILTER (WHERE is_recent), 0) AS recent_peak,
         coalesce(sum(amount) FILTER (WHERE is_recent), 0) AS recent_volume,
         coalesce(sum(transactions) FILTER (WHERE is_recent), 0) AS recent_transactions,
         coalesce(sum(international) FILTER (WHERE is_recent), 0) AS international
    FROM analytics.company_day_codes,
         LATERAL (SELECT day > $2::date - ${COMPANY_RISK_DAYS} AND day <= $2 AS is_recent) AS r
   WHERE company = ANY ($1)
   GROUP BY company`;

/** $1 companies, $2 the first day of each. */
const ACCOUNTS_SQL = `
  SELECT company, count(*) AS members, count(*) FILTER (WHERE debit_count > 0) AS debited,
         count(*) FILTER (WHERE first_debit < f.first_day + ${SPRAY_DAYS}) AS debited_at_once
    FROM analytics.company_accounts JOIN unnest($1::text[], $2::date[]) AS f (company, first_day) USING (company)
   GROUP BY company`;

/** $1 companies, $2 as-of day: members with a high alert that stands or is not decided. */
const ALERTS_SQL = `
  SELECT c.company, count(DISTINCT a.account_number) AS members
    FROM analytics.alert_companies c JOIN analytics.counted_alerts a ON a.id = c.alert_id
   WHERE c.company = ANY ($1) AND a.risk_level = 'high'
     AND a.activity_date > $2::date - ${COMPANY_RISK_DAYS} AND a.activity_date <= $2
     AND a.review_outcome IS DISTINCT FROM 'false_positive' AND a.review_outcome IS DISTINCT FROM 'explained'
   GROUP BY c.company`;

const codes = (list: readonly string[]) => list.map((code) => `'${code}'`).join(', ');

/**
 * $1 as-of day: debits that came back in the days before it, by the company that had sent them. The reason is that of the
 * return; which company it was says the original, where the ledger holds it. Entries are looked up one by one.
 */
const RETURNS_SQL = `
  SELECT coalesce(o.company, t.company) AS company, count(*) AS returns,
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

/**
 * $1 companies, $2 as-of day: what their entries say that they are for. Long numbers differ from entry to entry and say nothing.
 * Looked up by account where the companies have few, by day where they have many.
 */
const DESCRIPTIONS_SQL = `
  SELECT company, regexp_replace(description, '\\w*\\d{4,}\\w*', '#', 'g') AS description, type, sum(entries) AS entries
    FROM (SELECT t.company, coalesce(t.entry_description, '') AS description, t.transaction_type::text AS type, count(*) AS entries
            FROM ledger.transactions t
           WHERE t.account_number IN (SELECT a.account_number FROM analytics.company_accounts a WHERE a.company = ANY ($1))
             AND t.company = ANY ($1) AND t.event_date > $2::date - ${COMPANY_RISK_DAYS} AND t.event_date <= $2
             AND t.entry_kind = 'money' AND t.import_id IN (SELECT p.import_id FROM analytics.projected_imports p)
           GROUP BY 1, 2, 3) said
   GROUP BY 1, 2, 3`;

/** What the rollups say of a company; the days of its dates are those of entries of any kind. */
export interface CompanyAggregates {
  company: string;
  /** What most of its entries of the last 90 days say that it is, where its name says nothing. */
  describedKind: CounterpartyKind | null;
  firstDay: string | null;
  lastDay: string | null;
  creditCents: Cents;
  debitCents: Cents;
  transactions: number;
  /** Of the twelve months that end with the as-of day. */
  yearCreditCents: Cents;
  yearDebitCents: Cents;
  /** Days with entries, ascending, of the months that regularity looks at. */
  batchDays: string[];
  /** Debits of the last 90 days, and those dated on weekends. */
  debits: number;
  weekendDebits: number;
  members: number;
  debitedAccounts: number;
  debitedAtOnce: number;
  peakCents: Cents;
  /** Of the last 90 days. */
  recent: { peakCents: Cents; volumeCents: Cents; transactions: number; internationalEntries: number };
  returns: ReturnTally;
  membersInHighAlerts: number;
}

/** What all companies are judged by. */
export interface CompanyAssessment {
  asOf: string;
  ledgerFirstDay: string;
  /** Days that the twelve months really cover. */
  yearDays: number;
  postsOnWeekends: boolean;
}

type ReturnCounts = Omit<ReturnTally, 'debits'>;
export type ReturnsByCompany = ReadonlyMap<string, ReturnCounts>;
/** What companies are by the descriptions of their entries; those that these do not tell are missing. */
export type DescribedKinds = ReadonlyMap<string, CounterpartyKind>;
const NO_RETURNS: ReturnCounts = { unauthorized: 0, administrative: 0, all: 0 };

@Injectable()
export class CompanyAggregatesRepository {
  /** What came back of all companies; those without any are missing. */
  async returnsAsOf(manager: EntityManager, asOf: string): Promise<ReturnsByCompany> {
    const rows = await manager.query<Row[]>(RETURNS_SQL, [asOf]);
    return new Map(rows.map((row) => [textOf(row, 'company'), returnCountsOf(row)]));
  }

  /** Of these companies, those whose names do not say what they are. */
  async describedAsOf(
    manager: EntityManager,
    companies: readonly string[],
    asOf: string,
  ): Promise<DescribedKinds> {
    const untold = companies.filter((company) => counterpartyOf(company).kind === 'unknown');
    if (untold.length === 0) return new Map();
    const rows = await manager.query<Row[]>(DESCRIPTIONS_SQL, [untold, asOf]);
    const saidBy = Map.groupBy(rows, (row) => textOf(row, 'company'));
    const kinds = new Map<string, CounterpartyKind>();
    for (const [company, said] of saidBy) {
      const kind = kindFromDescriptions(
        company,
        said.map((row) => ({
          entryDescription: textOf(row, 'description'),
          transactionType: textOf(row, 'type') === 'Credit' ? 'Credit' : 'Debit',
          entries: integerOf(row, 'entries'),
        })),
      );
      if (kind !== null) kinds.set(company, kind);
    }
    return kinds;
  }

  /** Companies whose rows count other returns than these. */
  async withOtherReturns(manager: EntityManager, returns: ReturnsByCompany): Promise<string[]> {
    const rows = await manager.query<Row[]>(
      `SELECT company, (details -> 'returns' ->> 'all')::integer AS returns,
              (details -> 'returns' ->> 'unauthorized')::integer AS unauthorized,
              (details -> 'returns' ->> 'administrative')::integer AS administrative
         FROM analytics.company_figures
        WHERE (details -> 'returns' ->> 'all')::integer > 0 OR company = ANY ($1)`,
      [[...returns.keys()]],
    );
    return rows
      .filter((row) => {
        const counted = returns.get(textOf(row, 'company')) ?? NO_RETURNS;
        const kept = returnCountsOf(row);
        return (
          kept.all !== counted.all ||
          kept.unauthorized !== counted.unauthorized ||
          kept.administrative !== counted.administrative
        );
      })
      .map((row) => textOf(row, 'company'));
  }

  /** What the rollups say of these companies; one without any entry is missing. */
  async materialOf(
    manager: EntityManager,
    companies: readonly string[],
    {
      asOf,
      year,
      returns,
      described,
    }: { asOf: string; year: Period; returns: ReturnsByCompany; described: DescribedKinds },
  ): Promise<CompanyAggregates[]> {
    const days = await manager.query<Row[]>(DAYS_SQL, [
      companies,
      asOf,
      year.firstDay,
      year.lastDay,
      activeMonthsFirstDay(asOf),
    ]);
    const codes = byCompany(await manager.query<Row[]>(CODES_SQL, [companies, asOf]));
    const alerts = byCompany(await manager.query<Row[]>(ALERTS_SQL, [companies, asOf]));
    const accounts = byCompany(
      await manager.query<Row[]>(ACCOUNTS_SQL, [
        days.map((row) => textOf(row, 'company')),
        days.map((row) => nullable(dayOf, row, 'first_day')),
      ]),
    );
    return days.map((row) => {
      const company = textOf(row, 'company');
      const returnable = integerOf(row, 'returnable');
      const alerted = alerts.get(company);
      return {
        company,
        describedKind: described.get(company) ?? null,
        ...dayAggregates(row),
        ...codeAggregates(rowOf(codes, company)),
        ...accountAggregates(rowOf(accounts, company)),
        returns: {
          debits: returnable,
          ...(returns.get(company) ?? NO_RETURNS),
        },
        membersInHighAlerts: alerted === undefined ? 0 : integerOf(alerted, 'members'),
      };
    });
  }
}

function returnCountsOf(row: Row): ReturnCounts {
  return {
    unauthorized: integerOf(row, 'unauthorized'),
    administrative: integerOf(row, 'administrative'),
    all: integerOf(row, 'returns'),
  };
}

function byCompany(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [textOf(row, 'company'), row]));
}

/** Rollups are written together: a company that has days has accounts and codes. */
function rowOf(rows: Map<string, Row>, company: string): Row {
  const row = rows.get(company);
  if (row === undefined) throw new Error('a company is in one rollup and not in another');
  return row;
}

const centsIn = (row: Row, column: string): Cents => parseCents(moneyOf(row, column));

function dayAggregates(row: Row) {
  return {
    firstDay: nullable(dayOf, row, 'first_day'),
    lastDay: nullable(dayOf, row, 'last_day'),
    creditCents: centsIn(row, 'credits'),
    debitCents: centsIn(row, 'debits'),
    transactions: integerOf(row, 'transactions'),
    yearCreditCents: centsIn(row, 'year_credits'),
    yearDebitCents: centsIn(row, 'year_debits'),
    batchDays: textArrayOf(row, 'batch_days'),
    debits: integerOf(row, 'debits_lately'),
    weekendDebits: integerOf(row, 'weekend_debits'),
  };
}

function codeAggregates(row: Row) {
  return {
    peakCents: centsIn(row, 'peak'),
    recent: {
      peakCents: centsIn(row, 'recent_peak'),
      volumeCents: centsIn(row, 'recent_volume'),
      transactions: integerOf(row, 'recent_transactions'),
      internationalEntries: integerOf(row, 'international'),
    },
  };
}

function accountAggregates(row: Row) {
  return {
    members: integerOf(row, 'members'),
    debitedAccounts: integerOf(row, 'debited'),
    debitedAtOnce: integerOf(row, 'debited_at_once'),
  };
}
