import { isSpray, SPRAY_DAYS } from '@clearwatch/domain/companies/debit-spray';
import { UNKNOWN_COMPANY_KEY } from '@clearwatch/domain/detection/company-key';
import { type CompanyTable, isKnownCompany } from '@clearwatch/domain/detection/company-table';
import { dayOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Mutex } from './member-entries.reader.ts';

/**
 * From `met`, the days on which each account first met a company and was first debited by it: how many did so on which day,
 * as `analytics.company_arrivals` keeps it. Accounts whose entries all lack a date are under 'infinity'.
 */
export const COUNT_FIRST_USES_SQL = `
     SELECT company_key, day, sum(accounts)::integer AS accounts, sum(debited)::integer AS debited
       FROM met CROSS JOIN LATERAL (VALUES (coalesce(first_day, 'infinity'), 1, 0), (first_debit, 0, 1))
              AS counted (day, accounts, debited)
      WHERE day IS NOT NULL
      GROUP BY 1, 2`;

/** `day` of an account that has met the company on some day. */
const IS_DATED = `day < 'infinity'`;

/**
 * Of `arrivals`, on which day how many accounts met a company, and of `months`, in how many it was active. The day of the
 * account at the 80th percentile is that of `percentile_disc(0.8)`, over the accounts one by one.
 */
export const COMPANY_USAGE_SQL = `
     SELECT company_key, sum(accounts) AS accounts, min(beginning)::text AS first_day, sum(debited) AS debited,
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

/** Every spelling there was of the companies with one of these keys. */
export async function companyNamesOf(manager: EntityManager, keys: ReadonlySet<string>): Promise<string[]> {
  if (keys.size === 0) return [];
  const rows = await manager.query<Row[]>(
    'SELECT company FROM analytics.company_names WHERE company_key = ANY($1)',
    [[...keys]],
  );
  return rows.map((row) => textOf(row, 'company'));
}

/** Keys of the companies that entries have come to or gone from since that version of the ledger. */
export async function companiesChangedSince(manager: EntityManager, version: number): Promise<Set<string>> {
  const rows = await manager.query<Row[]>(
    'SELECT DISTINCT company_key FROM analytics.company_names WHERE changed_in > $1',
    [version],
  );
  return new Set(rows.map((row) => textOf(row, 'company_key')));
}

export interface CompanyUsage {
  companyKey: string;
  accounts: number;
  firstDay: string | null;
  arrivalSpanDays: number;
  activeMonths: number;
  /** Accounts it has debited, and those of them within `SPRAY_DAYS` of its first day. */
  debitedAccounts: number;
  debitedAtOnce: number;
}

/**
 * How the institution as a whole uses each company, or each of those with one of the `keys`, spellings of one taken together;
 * none for a company that nobody uses.
 */
export async function companyUsageOf(
  manager: EntityManager,
  keys: ReadonlySet<string> | 'all' = 'all',
): Promise<CompanyUsage[]> {
  if (keys !== 'all' && keys.size === 0) return [];
  const wanted = keys === 'all' ? '' : 'WHERE company_key = ANY($1)';
  const rows = await manager.query<Row[]>(
    `WITH RECURSIVE arrivals AS (SELECT * FROM analytics.company_arrivals ${wanted}),
     -- From month to month by one step in the index each, however many days a month has.
     active AS (
       SELECT company, company_key, (SELECT min(day) FROM analytics.company_days d
                                      WHERE d.company = n.company AND day > '-infinity') AS day
         FROM analytics.company_names n ${wanted}
        UNION ALL
       SELECT company, company_key, (SELECT min(d.day) FROM analytics.company_days d
                                      WHERE d.company = active.company AND d.day >= (date_trunc('month', active.day::timestamp) + interval '1 month')::date)
         FROM active WHERE day IS NOT NULL),
     months AS (SELECT company_key, count(DISTINCT date_trunc('month', day)) AS active_months FROM active GROUP BY 1)
     ${COMPANY_USAGE_SQL}`,
    keys === 'all' ? [] : [[...keys]],
  );
  return rows.map(toCompanyUsage);
}

/** The same as the last listing counted it. */
async function lastStoredCompanyUsage(
  manager: EntityManager,
  keys: ReadonlySet<string> | 'all',
): Promise<CompanyUsage[]> {
  const rows = await manager.query<Row[]>(
    `SELECT company_key, accounts, first_day::text, debited_accounts AS debited, debited_at_once, arrival_span_days,
            active_months
       FROM analytics.company_standings ${keys === 'all' ? '' : 'WHERE company_key = ANY($1)'}`,
    keys === 'all' ? [] : [[...keys]],
  );
  return rows.map(toCompanyUsage);
}

export function toCompanyUsage(row: Row): CompanyUsage {
  return {
    companyKey: textOf(row, 'company_key'),
    accounts: integerOf(row, 'accounts'),
    firstDay: nullable(dayOf, row, 'first_day'),
    arrivalSpanDays: integerOf(row, 'arrival_span_days'),
    activeMonths: integerOf(row, 'active_months'),
    debitedAccounts: integerOf(row, 'debited'),
    debitedAtOnce: integerOf(row, 'debited_at_once'),
  };
}

/** What rules take a company for. */
export interface CompanyStatus {
  isKnown: boolean;
  isSpray: boolean;
}

/** The standing of a company that the institution uses so, in a ledger of so many accounts that begins on that day. */
export function companyStatusOf(
  company: CompanyUsage,
  ledger: { ledgerAccounts: number; ledgerFirstDay: string },
): CompanyStatus {
  const { firstDay, debitedAccounts, debitedAtOnce } = company;
  return {
    isKnown: isKnownCompany(company, ledger.ledgerAccounts),
    isSpray:
      firstDay !== null &&
      isSpray({
        firstDay,
        ledgerFirstDay: ledger.ledgerFirstDay,
        accounts: debitedAccounts,
        accountsAtOnce: debitedAtOnce,
      }),
  };
}

interface CompanyUsageChanges {
  ledgerVersion: number;
  ledgerFirstDay: string | null;
  ledgerAccounts: number;
  /** Share of the dated entries that are dated on a weekend, 0 to 1. */
  weekendShare: number;
  /** Keys of those that may be others than in the version that was asked for, null for all there are. */
  changedKeys: ReadonlySet<string> | null;
  /** All of them that anybody uses. */
  companies: CompanyUsage[];
}

@Injectable()
export class CompanyTableRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async ledgerVersion(): Promise<number> {
    const [row] = await this.database.query<Row[]>('SELECT version FROM analytics.ledger_state');
    return row === undefined ? 0 : integerOf(row, 'version');
  }

  /**
   * How the institution as a whole uses each company, spellings of one company taken together.
   * @param since only companies that have changed since that version of the ledger; null for all
   */
  async read(since: number | null): Promise<CompanyUsageChanges> {
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'`);
      const [ledger] = await manager.query<Row[]>(
        `SELECT version, accounts,
                (SELECT ledger_version FROM analytics.institution_standing) AS listed_version,
                analytics.ledger_first_day()::text AS first_day,
                (SELECT coalesce(round(10000.0 * sum(entries) FILTER (WHERE extract(isodow FROM day) >= 6)
                                       / nullif(sum(entries), 0)), 0)
                   FROM analytics.ledger_days WHERE day > '-infinity') AS weekend_per_10000
           FROM analytics.ledger_state`,
      );
      const changedKeys = since === null ? null : await companiesChangedSince(manager, since);
      if (ledger === undefined) throw new Error('analytics.ledger_state has lost its only row');
      const ledgerVersion = integerOf(ledger, 'version');
      // Nearly always: whoever analyses an import has just listed it.
      const isListed = nullable(integerOf, ledger, 'listed_version') === ledgerVersion;
      return {
        ledgerVersion,
        ledgerFirstDay: nullable(dayOf, ledger, 'first_day'),
        ledgerAccounts: integerOf(ledger, 'accounts'),
        weekendShare: integerOf(ledger, 'weekend_per_10000') / 10_000,
        changedKeys,
        companies: await (isListed ? lastStoredCompanyUsage : companyUsageOf)(manager, changedKeys ?? 'all'),
      };
    });
  }
}

export interface Institution {
  companies: CompanyTable;
  ledgerFirstDay: string;
  weekendShare: number;
  ledgerAccounts: number;
}

/** A ledger without any dated entry has no windows either; any day will do. */
const NO_LEDGER_DAY = '1970-01-01';

interface CachedTable {
  version: number;
  companies: ReadonlyMap<string, CompanyUsage>;
  institution: Institution;
}

/** What detectors know about the whole institution. When the ledger has changed, only what has changed in it is read again. */
@Injectable()
export class CompanyTableService {
  private kept: CachedTable | null = null;
  private readonly turns = new Mutex();

  constructor(private readonly repository: CompanyTableRepository) {}

  /** Who asks while it is read waits for that and does not read all of it as well. */
  async current(): Promise<Institution> {
    const end = await this.turns.take();
    try {
      return await this.read();
    } finally {
      end();
    }
  }

  private async read(): Promise<Institution> {
    const { kept } = this;
    const version = await this.repository.ledgerVersion();
    if (kept?.version === version) return kept.institution;
    const rows = await this.repository.read(kept === null || kept.version > version ? null : kept.version);
    const companies = mergeCompanies(rows, kept?.companies);
    const { ledgerVersion, ledgerAccounts, weekendShare } = rows;
    const ledgerFirstDay = rows.ledgerFirstDay ?? NO_LEDGER_DAY;
    const institution = {
      companies: toCompanyTable([...companies.values()], { ledgerAccounts, ledgerFirstDay }),
      ledgerAccounts,
      ledgerFirstDay,
      weekendShare,
    };
    this.kept = { version: ledgerVersion, companies, institution };
    return institution;
  }
}

/** Another map, because shards still work with the one before. */
function mergeCompanies(
  { changedKeys, companies }: CompanyUsageChanges,
  before: ReadonlyMap<string, CompanyUsage> | undefined,
): Map<string, CompanyUsage> {
  const now = new Map(changedKeys === null ? [] : before);
  for (const key of changedKeys ?? []) now.delete(key);
  for (const company of companies) now.set(company.companyKey, company);
  return now;
}

/** What rules ask of companies that the institution uses so. */
export function toCompanyTable(
  companies: readonly CompanyUsage[],
  { ledgerAccounts, ledgerFirstDay }: { ledgerAccounts: number; ledgerFirstDay: string },
): CompanyTable {
  const byKey = new Map(
    companies.map((company) => [
      company.companyKey,
      {
        accounts: company.accounts,
        firstDay: company.firstDay,
        ...companyStatusOf(company, { ledgerAccounts, ledgerFirstDay }),
        debits: { accounts: company.debitedAccounts, atOnce: company.debitedAtOnce },
      },
    ]),
  );
  return {
    accountsUsing: (key) => byKey.get(key)?.accounts ?? 0,
    isKnown: (key) => key === UNKNOWN_COMPANY_KEY || (byKey.get(key)?.isKnown ?? false),
    firstSeen: (key) => byKey.get(key)?.firstDay ?? null,
    isSpray: (key) => byKey.get(key)?.isSpray ?? false,
    debitsOnArrival: (key) => byKey.get(key)?.debits ?? null,
  };
}
