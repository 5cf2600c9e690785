import { WARM_UP_DAYS } from '@clearwatch/domain/companies/debit-spray';
import { minimumAccountsOfKnownCompany } from '@clearwatch/domain/detection/company-table';
import {
  booleanOf,
  dayOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type CompanyStatus,
  type CompanyUsage,
  companiesChangedSince,
  companyNamesOf,
  companyStatusOf,
  companyUsageOf,
} from './company-table.service.ts';

/** A company as the last listing saw it. */
export interface StoredCompanyStatus extends CompanyUsage, CompanyStatus {}

/** Companies that are to be taken for something else than before, by their key. */
interface CompanyStatusChanges {
  /** Known now: rules that spoke may be silent, and hardly any that was silent will speak. With how many accounts use it. */
  becameKnown: Map<string, number>;
  /** No longer known, or a spray now, or no longer one: rules that were silent may speak. */
  others: Set<string>;
}

const NO_STATUS: CompanyStatus = { isKnown: false, isSpray: false };

/** Sets what a listing saw against what the one before did; a company that is on one side only was, or is, nothing. */
export function companyStatusChanges(
  before: ReadonlyMap<string, CompanyStatus>,
  now: ReadonlyMap<string, StoredCompanyStatus>,
): CompanyStatusChanges {
  const changed: CompanyStatusChanges = { becameKnown: new Map(), others: new Set() };
  for (const key of new Set([...before.keys(), ...now.keys()])) {
    const [was, is] = [before.get(key) ?? NO_STATUS, now.get(key) ?? NO_STATUS];
    if (was.isSpray !== is.isSpray || (was.isKnown && !is.isKnown)) changed.others.add(key);
    else if (!was.isKnown && is.isKnown) changed.becameKnown.set(key, now.get(key)?.accounts ?? 0);
  }
  return changed;
}

/** Arbitrary, fixed and ours. */
const COMPANY_STATUS_LOCK = 7_204_615_006;

interface LedgerSummary {
  version: number;
  accounts: number;
  firstDay: string | null;
}

/** As `LedgerView`, of the last listing. */
interface StoredLedgerSummary {
  version: number | null;
  accounts: number | null;
  firstDay: string | null;
}

/** What the last listing saw of the institution (`company_standings`, `institution_standing`). */
@Injectable()
export class CompanyStatusRepository {
  /** Lets one listing at a time compare and keep, until the end of its transaction. */
  async lockListers(manager: EntityManager): Promise<void> {
    await manager.query('SET LOCAL statement_timeout = 0');
    await manager.query('SELECT pg_advisory_xact_lock($1)', [COMPANY_STATUS_LOCK]);
  }

  async ledger(manager: EntityManager): Promise<LedgerSummary> {
    const [row = {}] = await manager.query<Row[]>(
      `SELECT version, accounts, analytics.ledger_first_day()::text AS first_day
         FROM analytics.ledger_state`,
    );
    return {
      version: integerOf(row, 'version'),
      accounts: integerOf(row, 'accounts'),
      firstDay: nullable(dayOf, row, 'first_day'),
    };
  }

  /** The ledger as it was then; undefined before the first listing, null for what an earlier one did not keep. */
  async keptLedger(manager: EntityManager): Promise<StoredLedgerSummary | undefined> {
    const [row] = await manager.query<Row[]>(
      `SELECT ledger_version AS version, ledger_accounts AS accounts, ledger_first_day::text AS first_day
         FROM analytics.institution_standing`,
    );
    if (row === undefined) return undefined;
    return {
      version: nullable(integerOf, row, 'version'),
      accounts: nullable(integerOf, row, 'accounts'),
      firstDay: nullable(dayOf, row, 'first_day'),
    };
  }

  async keepLedger(manager: EntityManager, { version, accounts, firstDay }: LedgerSummary): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.institution_standing (ledger_version, ledger_accounts, ledger_first_day)
       VALUES ($1, $2, $3)
       ON CONFLICT (only_row) DO UPDATE SET ledger_version = EXCLUDED.ledger_version,
         ledger_accounts = EXCLUDED.ledger_accounts, ledger_first_day = EXCLUDED.ledger_first_day`,
      [version, accounts, firstDay],
    );
  }

  /** All companies, or those with one of the keys and those that so many accounts used. */
  async kept(
    manager: EntityManager,
    wanted: 'all' | { keys: ReadonlySet<string>; accounts: { from: number; to: number } },
  ): Promise<Map<string, StoredCompanyStatus>> {
    const rows = await manager.query<Row[]>(
      `SELECT company_key, accounts, first_day::text, arrival_span_days, active_months, debited_accounts,
              debited_at_once, is_known, is_spray
         FROM analytics.company_standings
        ${wanted === 'all' ? '' : 'WHERE company_key = ANY($1) OR accounts BETWEEN $2 AND $3'}`,
      wanted === 'all' ? [] : [[...wanted.keys], wanted.accounts.from, wanted.accounts.to],
    );
    return new Map(rows.map((row) => [textOf(row, 'company_key'), toStoredCompanyStatus(row)]));
  }

  async keep(manager: EntityManager, companies: readonly StoredCompanyStatus[]): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.company_standings (company_key, accounts, first_day, arrival_span_days, active_months,
         debited_accounts, debited_at_once, is_known, is_spray)
       SELECT "companyKey", accounts, "firstDay", "arrivalSpanDays", "activeMonths", "debitedAccounts",
              "debitedAtOnce", "isKnown", "isSpray"
         FROM jsonb_to_recordset($1::jsonb) AS c ("companyKey" text, accounts integer, "firstDay" date,
              "arrivalSpanDays" integer, "activeMonths" integer, "debitedAccounts" integer, "debitedAtOnce" integer,
              "isKnown" boolean, "isSpray" boolean)
       ON CONFLICT (company_key) DO UPDATE SET
         accounts = EXCLUDED.accounts, first_day = EXCLUDED.first_day,
         arrival_span_days = EXCLUDED.arrival_span_days, active_months = EXCLUDED.active_months,
         debited_accounts = EXCLUDED.debited_accounts, debited_at_once = EXCLUDED.debited_at_once,
         is_known = EXCLUDED.is_known, is_spray = EXCLUDED.is_spray`,
      [JSON.stringify(companies)],
    );
  }

  async forget(manager: EntityManager, keys: readonly string[]): Promise<void> {
    await manager.query('DELETE FROM analytics.company_standings WHERE company_key = ANY($1)', [keys]);
  }
}

function toStoredCompanyStatus(row: Row): StoredCompanyStatus {
  return {
    companyKey: textOf(row, 'company_key'),
    accounts: integerOf(row, 'accounts'),
    firstDay: nullable(dayOf, row, 'first_day'),
    arrivalSpanDays: integerOf(row, 'arrival_span_days'),
    activeMonths: integerOf(row, 'active_months'),
    debitedAccounts: integerOf(row, 'debited_accounts'),
    debitedAtOnce: integerOf(row, 'debited_at_once'),
    isKnown: booleanOf(row, 'is_known'),
    isSpray: booleanOf(row, 'is_spray'),
  };
}

interface InstitutionChange extends CompanyStatusChanges {
  /** Days on which the ledger began at the last listing and begins now, when that is earlier. */
  beganBefore: { before: string; now: string } | null;
}

const NO_CHANGE: InstitutionChange = { becameKnown: new Map(), others: new Set(), beganBefore: null };
/** A ledger without any dated entry: no company of it is a spray. */
const NO_LEDGER_DAY = '1970-01-01';

/**
 * Remembers from listing to listing what the institution lends to the analysis of every member: which companies are known
 * or a spray, and the day on which the ledger begins. An import changes that for members it does not touch; those whom
 * `change` concerns are listed in the same transaction.
 */
@Injectable()
export class CompanyStatusService {
  constructor(private readonly repository: CompanyStatusRepository) {}

  /**
   * @param which `changed` looks at the companies whose entries have come or gone since the last listing; of the rest only the
   *   share of all accounts that they need may have moved. `all` counts on nothing that was kept
   */
  async bringUpToDate(manager: EntityManager, which: 'changed' | 'all'): Promise<InstitutionChange> {
    await this.repository.lockListers(manager);
    const then = await this.repository.keptLedger(manager);
    const ledger = await this.repository.ledger(manager);
    const since = which === 'all' ? null : (then?.version ?? null);
    const keys = since === null ? 'all' : await companiesChangedSince(manager, since);
    const before = await this.repository.kept(manager, companiesToAssess(keys, then, ledger));
    const counted = await companyUsageOf(manager, keys);
    const untouched = [...before.values()].filter(
      ({ companyKey }) => keys !== 'all' && !keys.has(companyKey),
    );
    const now = assessCompanies([...untouched, ...counted], ledger);
    await this.keep(manager, before, now);
    await this.repository.keepLedger(manager, ledger);
    // Nobody has been looked at with other eyes yet.
    if (then === undefined) return NO_CHANGE;
    return {
      ...companyStatusChanges(before, now),
      beganBefore: earlierLedgerStart(then.firstDay, ledger.firstDay),
    };
  }

  private async keep(
    manager: EntityManager,
    before: ReadonlyMap<string, StoredCompanyStatus>,
    now: ReadonlyMap<string, StoredCompanyStatus>,
  ): Promise<void> {
    const others = [...now.values()].filter(
      (company) => !isSameStatus(company, before.get(company.companyKey)),
    );
    if (others.length > 0) await this.repository.keep(manager, others);
    const gone = [...before.keys()].filter((key) => !now.has(key));
    if (gone.length > 0) await this.repository.forget(manager, gone);
  }
}

/**
 * Companies whose standing may be another: those that are touched, and those whose number of accounts lies where the share
 * of all accounts that a company needs has passed. Sprays depend on the day on which the ledger begins, so that another day
 * is everybody's.
 */
function companiesToAssess(
  touched: ReadonlySet<string> | 'all',
  then: StoredLedgerSummary | undefined,
  now: LedgerSummary,
): Parameters<CompanyStatusRepository['kept']>[1] {
  if (touched === 'all' || then === undefined) return 'all';
  if (then.accounts === null || then.firstDay !== now.firstDay) return 'all';
  const needed = [then.accounts, now.accounts].map(minimumAccountsOfKnownCompany);
  return {
    keys: touched,
    accounts: { from: Math.floor(Math.min(...needed)), to: Math.ceil(Math.max(...needed)) },
  };
}

function assessCompanies(
  companies: readonly CompanyUsage[],
  ledger: LedgerSummary,
): Map<string, StoredCompanyStatus> {
  const by = { ledgerAccounts: ledger.accounts, ledgerFirstDay: ledger.firstDay ?? NO_LEDGER_DAY };
  return new Map(
    companies.map((company) => [company.companyKey, { ...company, ...companyStatusOf(company, by) }]),
  );
}

function isSameStatus(left: StoredCompanyStatus, right: StoredCompanyStatus | undefined): boolean {
  return (
    right !== undefined &&
    (Object.keys(left) as (keyof StoredCompanyStatus)[]).every((name) => left[name] === right[name])
  );
}

function earlierLedgerStart(before: string | null, now: string | null): InstitutionChange['beganBefore'] {
  return before !== null && now !== null && now < before ? { before, now } : null;
}

/**
 * Of a company that becomes known and has more users than this only those are looked at again who have an alert: nearly
 * all that can follow is silence, and a biller of everybody must not make an import an analysis of everybody.
 */
export const MAX_USERS_REANALYZED = 10_000;

/** Adds to `touched`, a table of the transaction, whom a change of the institution concerns. */
@Injectable()
export class AffectedAccountsRepository {
  async add(manager: EntityManager, change: InstitutionChange): Promise<void> {
    const known = [...change.becameKnown];
    const fewUse = known.filter(([, accounts]) => accounts <= MAX_USERS_REANALYZED).map(([key]) => key);
    const manyUse = known.filter(([, accounts]) => accounts > MAX_USERS_REANALYZED).map(([key]) => key);
    await this.addThoseUsing(manager, new Set([...change.others, ...fewUse]));
    await this.addThoseWithAlertsUsing(manager, new Set(manyUse));
    if (change.beganBefore !== null) await this.addThoseOutOfWarmUp(manager, change.beganBefore);
  }

  /** Everybody who uses one of these companies, under any spelling. */
  private async addThoseUsing(manager: EntityManager, keys: ReadonlySet<string>): Promise<void> {
    const names = await companyNamesOf(manager, keys);
    if (names.length === 0) return;
    await manager.query(
      'INSERT INTO touched SELECT DISTINCT account_number FROM analytics.company_accounts WHERE company = ANY($1)',
      [names],
    );
  }

  private async addThoseWithAlertsUsing(manager: EntityManager, keys: ReadonlySet<string>): Promise<void> {
    const names = await companyNamesOf(manager, keys);
    if (names.length === 0) return;
    await manager.query(
      `INSERT INTO touched
       SELECT account_number FROM (SELECT DISTINCT account_number FROM analytics.unusual_activities) alerted
        WHERE EXISTS (SELECT FROM analytics.company_accounts c
                       WHERE c.account_number = alerted.account_number AND c.company = ANY($1))`,
      [names],
    );
  }

  /** The ledger begins earlier: what fell into its first days, in which everything is new, is comparable now. */
  private async addThoseOutOfWarmUp(
    manager: EntityManager,
    { before, now }: { before: string; now: string },
  ): Promise<void> {
    await manager.query(
      `INSERT INTO touched
       SELECT DISTINCT account_number FROM analytics.account_days
        WHERE day >= $1::date + ${WARM_UP_DAYS} AND day < $2::date + ${WARM_UP_DAYS}`,
      [now, before],
    );
  }
}
