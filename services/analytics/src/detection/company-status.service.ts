import { WARM_UP_DAYS } from '@clearwatch/domain/companies/debit-spray';
import { minimumAccountsOfKnownCompany } from '@clearwatch/domain/detection/company-table';
import { insertRows, type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { lockRow } from '@clearwatch/service-kit/database/transaction';
import type { EntityManager } from 'typeorm';
import {
  type CompanyStatus,
  companiesChangedSince,
  companyNamesOf,
  companyStatusOf,
  companyUsageOf,
  type StoredCompanyStatus,
  storedCompanyStatus,
} from './company-table.service.ts';

interface CompanyStatusChanges {
  /** Number of accounts by company key. Rules that fired may no longer fire, but rules that did not fire rarely start to. */
  becameKnown: Map<string, number>;
  /** Companies that are no longer known, or that became or stopped being a spray. Rules that did not fire may now fire. */
  others: Set<string>;
}

const NO_STATUS: CompanyStatus = { isKnown: false, isSpray: false };

export function companyStatusChanges(
  before: ReadonlyMap<string, CompanyStatus>,
  now: ReadonlyMap<string, StoredCompanyStatus>,
): CompanyStatusChanges {
  const changes: CompanyStatusChanges = { becameKnown: new Map(), others: new Set() };
  for (const key of new Set([...before.keys(), ...now.keys()])) {
    const [was, is] = [before.get(key) ?? NO_STATUS, now.get(key) ?? NO_STATUS];
    if (was.isSpray !== is.isSpray || (was.isKnown && !is.isKnown)) changes.others.add(key);
    else if (!was.isKnown && is.isKnown) changes.becameKnown.set(key, now.get(key)?.accounts ?? 0);
  }
  return changes;
}

const LEDGER = new RowReader({ integer: ['version', 'accounts'], 'day?': ['firstDay'] });
/** Earlier versions of Clearwatch did not store the version and the number of accounts. */
const STORED_LEDGER = new RowReader({ 'integer?': ['version', 'accounts'], 'day?': ['firstDay'] });

interface InstitutionChange extends CompanyStatusChanges {
  /** First day of the ledger at the last planning and now; null unless the ledger now begins earlier. */
  beganBefore: { before: string; now: string } | null;
}

const NO_CHANGE: InstitutionChange = { becameKnown: new Map(), others: new Set(), beganBefore: null };

/** Saves the companies' status and returns the changes since a run was last planned. The current run must analyze the affected members. */
export async function refreshCompanyStatus(manager: EntityManager, which: 'changed' | 'all') {
  await manager.query('SET LOCAL statement_timeout = 0');
  await lockRow(manager, { schema: 'analytics', name: 'company status' });
  const last = await STORED_LEDGER.first(
    manager,
    `SELECT ledger_version AS version, ledger_accounts AS accounts, ledger_first_day::text AS first_day
       FROM analytics.institution_standing`,
  );
  const ledger = await LEDGER.one(
    manager,
    'SELECT version, accounts, analytics.ledger_first_day()::text AS first_day FROM analytics.ledger_state',
  );
  const since = which === 'all' ? null : (last?.version ?? null);
  const keys = since === null ? 'all' : await companiesChangedSince(manager, since);
  const stored = await companiesToAssess(manager, { keys, last, ledger });
  const counted = await companyUsageOf(manager, keys);
  const untouched = stored.filter(({ companyKey }) => keys !== 'all' && !keys.has(companyKey));
  const ofLedger = { ledgerAccounts: ledger.accounts, ledgerFirstDay: ledger.firstDay };
  const before = new Map(stored.map((company) => [company.companyKey, company]));
  const now = new Map(
    [...untouched, ...counted].map((company) => [
      company.companyKey,
      { ...company, ...companyStatusOf(company, ofLedger) },
    ]),
  );
  await saveChanges(manager, before, now);
  await manager.query('DELETE FROM analytics.institution_standing');
  const { version: ledgerVersion, accounts: ledgerAccounts, firstDay: ledgerFirstDay } = ledger;
  const row = { onlyRow: true, ledgerVersion, ledgerAccounts, ledgerFirstDay };
  await insertRows(manager, 'analytics.institution_standing', [row]);
  // This is the first planning, so no member has been analyzed yet.
  if (last === null) return NO_CHANGE;
  const [firstBefore, firstNow] = [last.firstDay, ledger.firstDay];
  const isEarlier = firstBefore !== null && firstNow !== null && firstNow < firstBefore;
  const beganBefore = isEarlier ? { before: firstBefore, now: firstNow } : null;
  return { ...companyStatusChanges(before, now), beganBefore };
}

/**
 * Stored companies with changed entries or close to the required share of accounts. If the ledger's first day changes,
 * all companies, because whether a company is a spray depends on that day.
 */
async function companiesToAssess(
  manager: EntityManager,
  of: {
    keys: ReadonlySet<string> | 'all';
    last: ReadRow<typeof STORED_LEDGER> | null;
    ledger: ReadRow<typeof LEDGER>;
  },
): Promise<StoredCompanyStatus[]> {
  const { keys, last, ledger } = of;
  const accounts = last?.accounts ?? null;
  if (accounts === null || last?.firstDay !== ledger.firstDay) return storedCompanyStatus(manager, 'all');
  const needed = [accounts, ledger.accounts].map(minimumAccountsOfKnownCompany);
  const [from, to] = [Math.floor(Math.min(...needed)), Math.ceil(Math.max(...needed))];
  return storedCompanyStatus(manager, keys, { from, to });
}

async function saveChanges(
  manager: EntityManager,
  before: ReadonlyMap<string, StoredCompanyStatus>,
  now: ReadonlyMap<string, StoredCompanyStatus>,
): Promise<void> {
  const isSame = (left: StoredCompanyStatus, right = before.get(left.companyKey)) =>
    right !== undefined &&
    (Object.keys(left) as (keyof StoredCompanyStatus)[]).every((name) => left[name] === right[name]);
  const changed = [...now.values()].filter((company) => !isSame(company));
  const removed = [...before.keys()].filter((key) => !now.has(key));
  const replaced = [...changed.map(({ companyKey }) => companyKey), ...removed];
  await manager.query('DELETE FROM analytics.company_standings WHERE company_key = ANY($1)', [replaced]);
  await insertRows(manager, 'analytics.company_standings', changed);
}

/** If a newly known company has more users than this, only those with alerts are analyzed, because nearly all effects remove alerts. */
export const MAX_USERS_REANALYZED = 10_000;

/** Adds the accounts affected by a change to `touched`, a temporary table. */
export async function addAffectedAccounts(
  manager: EntityManager,
  { becameKnown, others, beganBefore }: InstitutionChange,
): Promise<void> {
  const isFew = (accounts: number) => accounts <= MAX_USERS_REANALYZED;
  const few = [...becameKnown].filter(([, accounts]) => isFew(accounts)).map(([key]) => key);
  const many = [...becameKnown].filter(([, accounts]) => !isFew(accounts)).map(([key]) => key);
  const names = await companyNamesOf(manager, new Set([...others, ...few]));
  if (names.length > 0)
    await manager.query(
      'INSERT INTO touched SELECT DISTINCT account_number FROM analytics.company_accounts WHERE company = ANY($1)',
      [names],
    );
  const namesOfMany = await companyNamesOf(manager, new Set(many));
  if (namesOfMany.length > 0)
    await manager.query(
      `INSERT INTO touched
       SELECT account_number FROM (SELECT DISTINCT account_number FROM analytics.unusual_activities) alerted
        WHERE EXISTS (SELECT FROM analytics.company_accounts c
                       WHERE c.account_number = alerted.account_number AND c.company = ANY($1))`,
      [namesOfMany],
    );
  // Entries in the first days of the old ledger, when every company was new, can now be compared with earlier ones.
  if (beganBefore !== null)
    await manager.query(
      `INSERT INTO touched
       SELECT DISTINCT account_number FROM analytics.account_days
        WHERE day >= $1::date + ${WARM_UP_DAYS} AND day < $2::date + ${WARM_UP_DAYS}`,
      [beganBefore.now, beganBefore.before],
    );
}
