import { isSpray, SPRAY_DAYS } from '@clearwatch/domain/companies/debit-spray';
import { UNKNOWN_COMPANY_KEY } from '@clearwatch/domain/detection/company-key';
import { type CompanyTable, isKnownCompany } from '@clearwatch/domain/detection/company-table';
import { queryInteger, queryTexts, type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Mutex } from './member-entries.reader.ts';

/** Counts the rows of `met` (first day and first debit by account and company) by day. Undated accounts are under 'infinity'. */
export const COUNT_FIRST_USES_SQL = `
     SELECT company_key, day, sum(accounts)::integer AS accounts, sum(debited)::integer AS debited
       FROM met CROSS JOIN LATERAL (VALUES (coalesce(first_day, 'infinity'), 1, 0), (first_debit, 0, 1))
              AS counted (day, accounts, debited)
      WHERE day IS NOT NULL
      GROUP BY 1, 2`;

const IS_DATED = `day < 'infinity'`;

/** The arrival span ends at the 80th percentile of the accounts, the same as `percentile_disc(0.8)`. */
export const COMPANY_USAGE_SQL = `
     SELECT company_key, sum(accounts) AS accounts, min(beginning)::text AS first_day, sum(debited) AS debited_accounts,
            coalesce(sum(debited) FILTER (WHERE day < beginning + ${SPRAY_DAYS}), 0) AS debited_at_once,
            coalesce(min(day) FILTER (WHERE ${IS_DATED} AND so_far >= ceil(0.8::float8 * dated)) - min(beginning), 0)
              AS arrival_span_days,
            coalesce(min(active_months), 0) AS active_months
       FROM (SELECT company_key, day, accounts, debited,
                    min(day) FILTER (WHERE accounts > 0 AND ${IS_DATED}) OVER company AS beginning,
                    sum(accounts) FILTER (WHERE ${IS_DATED}) OVER (company ORDER BY day) AS so_far,
                    sum(accounts) FILTER (WHERE ${IS_DATED}) OVER company AS dated
               FROM arrivals WINDOW company AS (PARTITION BY company_key)) ranked
       LEFT JOIN months USING (company_key)
      GROUP BY company_key HAVING sum(accounts) > 0`;

export async function companyNamesOf(manager: EntityManager, keys: ReadonlySet<string>): Promise<string[]> {
  if (keys.size === 0) return [];
  const sql = 'SELECT company FROM analytics.company_names WHERE company_key = ANY($1)';
  return queryTexts(manager, sql, [[...keys]]);
}

export async function companiesChangedSince(manager: EntityManager, version: number): Promise<Set<string>> {
  const sql = 'SELECT DISTINCT company_key FROM analytics.company_names WHERE changed_in > $1';
  return new Set(await queryTexts(manager, sql, [version]));
}

/** `debitedAtOnce`: number of accounts that the company debited within `SPRAY_DAYS` of its first day. */
const USAGE_COLUMNS = {
  text: ['companyKey'],
  integer: ['accounts', 'arrivalSpanDays', 'activeMonths', 'debitedAccounts', 'debitedAtOnce'],
  'day?': ['firstDay'],
} as const;
export const COMPANY_USAGE = new RowReader(USAGE_COLUMNS);
export type CompanyUsage = ReadRow<typeof COMPANY_USAGE>;

const STORED_STATUS = new RowReader({ ...USAGE_COLUMNS, boolean: ['isKnown', 'isSpray'] });
export type StoredCompanyStatus = ReadRow<typeof STORED_STATUS>;

export async function companyUsageOf(manager: EntityManager, keys: ReadonlySet<string> | 'all' = 'all') {
  if (keys !== 'all' && keys.size === 0) return [];
  const ofKeys = keys === 'all' ? '' : 'WHERE company_key = ANY($1)';
  return COMPANY_USAGE.all(
    manager,
    `WITH RECURSIVE arrivals AS (SELECT * FROM analytics.company_arrivals ${ofKeys}),
     -- One step in the index per month, however many days a month has.
     active AS (
       SELECT company, company_key, (SELECT min(day) FROM analytics.company_days d
                                      WHERE d.company = n.company AND day > '-infinity') AS day
         FROM analytics.company_names n ${ofKeys}
        UNION ALL
       SELECT company, company_key, (SELECT min(d.day) FROM analytics.company_days d
                                      WHERE d.company = active.company AND d.day >= (date_trunc('month', active.day::timestamp) + interval '1 month')::date)
         FROM active WHERE day IS NOT NULL),
     months AS (SELECT company_key, count(DISTINCT date_trunc('month', day)) AS active_months FROM active GROUP BY 1)
     ${COMPANY_USAGE_SQL}`,
    keys === 'all' ? [] : [[...keys]],
  );
}

/** Companies as of the last run planning: all of them, or those with one of the keys or a number of accounts in the range. */
export function storedCompanyStatus(
  manager: EntityManager,
  keys: ReadonlySet<string> | 'all',
  accounts = { from: 1, to: 0 },
): Promise<StoredCompanyStatus[]> {
  return STORED_STATUS.all(
    manager,
    `SELECT company_key, accounts, first_day::text, arrival_span_days, active_months, debited_accounts,
            debited_at_once, is_known, is_spray
       FROM analytics.company_standings
      ${keys === 'all' ? '' : 'WHERE company_key = ANY($1) OR accounts BETWEEN $2 AND $3'}`,
    keys === 'all' ? [] : [[...keys], accounts.from, accounts.to],
  );
}

export type CompanyStatus = Pick<StoredCompanyStatus, 'isKnown' | 'isSpray'>;

interface Ledger {
  ledgerAccounts: number;
  /** A ledger without dated entries has no windows, so any day works. */
  ledgerFirstDay: string | null;
}
const NO_LEDGER_DAY = '1970-01-01';

export function companyStatusOf(company: CompanyUsage, { ledgerAccounts, ledgerFirstDay }: Ledger) {
  const { firstDay, debitedAccounts: accounts, debitedAtOnce: initialAccounts } = company;
  const first = ledgerFirstDay ?? NO_LEDGER_DAY;
  return {
    isKnown: isKnownCompany(company, ledgerAccounts),
    isSpray: firstDay !== null && isSpray({ firstDay, ledgerFirstDay: first, accounts, initialAccounts }),
  };
}

const LEDGER = new RowReader({
  integer: ['version', 'ledgerAccounts', 'weekendPer10000'],
  'integer?': ['listedVersion'],
  'day?': ['ledgerFirstDay'],
});

export interface Institution {
  companies: CompanyTable;
  usage: ReadonlyMap<string, CompanyUsage>;
  ledgerFirstDay: string;
  /** Share of dated entries that fall on a weekend, 0 to 1. */
  weekendShare: number;
  ledgerAccounts: number;
}

/** Facts about the whole institution for detectors. After the ledger changes, only changed companies are read again. */
@Injectable()
export class CompanyTableService {
  private cached: { version: number; institution: Institution } | null = null;
  private readonly mutex = new Mutex();

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async current(): Promise<Institution> {
    const release = await this.mutex.take();
    try {
      const version = await queryInteger(this.database, 'SELECT version FROM analytics.ledger_state');
      if (this.cached?.version !== version) await this.read(version);
      if (this.cached === null) throw new Error('the company table was not read');
      return this.cached.institution;
    } finally {
      release();
    }
  }

  private async read(newest: number): Promise<void> {
    const before = this.cached !== null && this.cached.version <= newest ? this.cached : null;
    await this.database.transaction('REPEATABLE READ', async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'`);
      const { version, listedVersion, weekendPer10000, ...ledger } = await LEDGER.one(
        manager,
        `SELECT version, accounts AS ledger_accounts,
                (SELECT ledger_version FROM analytics.institution_standing) AS listed_version,
                analytics.ledger_first_day()::text AS ledger_first_day,
                (SELECT coalesce(round(10000.0 * sum(entries) FILTER (WHERE extract(isodow FROM day) >= 6)
                                       / nullif(sum(entries), 0)), 0)
                   FROM analytics.ledger_days WHERE day > '-infinity') AS weekend_per10000
           FROM analytics.ledger_state`,
      );
      const changed = before === null ? 'all' : await companiesChangedSince(manager, before.version);
      // The stored status is nearly always current, because an import is planned just before its analysis.
      const readUsage = listedVersion === version ? storedCompanyStatus : companyUsageOf;
      // Creates a new map, because running shards still use the previous one.
      const usage = new Map(before?.institution.usage);
      if (changed !== 'all') for (const key of changed) usage.delete(key);
      for (const company of await readUsage(manager, changed)) usage.set(company.companyKey, company);
      const institution = {
        companies: toCompanyTable(usage, ledger),
        usage,
        ledgerAccounts: ledger.ledgerAccounts,
        ledgerFirstDay: ledger.ledgerFirstDay ?? NO_LEDGER_DAY,
        weekendShare: weekendPer10000 / 10_000,
      };
      this.cached = { version, institution };
    });
  }
}

export function toCompanyTable(usage: ReadonlyMap<string, CompanyUsage>, ledger: Ledger): CompanyTable {
  const byKey = new Map([...usage].map(([key, company]) => [key, { ...company, ...companyStatusOf(company, ledger) }]));
  return {
    accountsUsing: (key) => byKey.get(key)?.accounts ?? 0,
    isKnown: (key) => key === UNKNOWN_COMPANY_KEY || (byKey.get(key)?.isKnown ?? false),
    firstSeen: (key) => byKey.get(key)?.firstDay ?? null,
    isSpray: (key) => byKey.get(key)?.isSpray ?? false,
    debitsOnArrival: (key) => {
      const company = byKey.get(key);
      return company === undefined ? null : { accounts: company.debitedAccounts, atOnce: company.debitedAtOnce };
    },
  };
}
