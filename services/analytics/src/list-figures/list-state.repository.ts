import { type Period, periodEndingAt } from '@clearwatch/domain/calendar/period';
import { DAYS_PER_YEAR } from '@clearwatch/domain/members/income-and-bills';
import { insertRows, RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { EntityManager } from 'typeorm';

/** The ledger and day that the rows of the lists are computed from, and the totals over all members. */
export interface ListState {
  ledgerVersion: number;
  /** First day of the ledger and the day on which its periods end; null while no entry has a date. */
  firstDay: string | null;
  asOf: string | null;
  /** Whether the institution dates entries on weekends, which then say nothing about a company. */
  postsOnWeekends: boolean;
  members: number;
  activeThisYear: number;
  /** Twelve months' credits of all members. */
  credits: string;
}

export interface ReadListState extends ListState {
  /** Changes with every refresh. */
  rowsVersion: string;
  /** Changes when more than risk levels and alerts of companies may have changed. */
  figuresVersion: string;
}

/** At most twelve months: two months of data must be divided by two, or a young ledger's incomes look too small. */
export function yearOf({ firstDay, asOf }: Pick<ListState, 'firstDay' | 'asOf'>): Period | null {
  if (asOf === null || firstDay === null) return null;
  const year = periodEndingAt({ asOf, days: DAYS_PER_YEAR });
  return year.firstDay < firstDay ? { firstDay, lastDay: asOf } : year;
}

/** Raise it when the content of rows changes: all of them are then computed again. */
const ROW_VERSION = 3;

const STATE = new RowReader({
  text: ['rowsVersion'],
  integer: ['ledgerVersion', 'members', 'activeThisYear'],
  'day?': ['firstDay', 'asOf'],
  boolean: ['postsOnWeekends', 'isCurrent'],
  money: ['credits'],
});

/** Null when the rows were never computed, or by another version. `isCurrent`: of this ledger and day, with all alerts. */
export async function findListState(manager: EntityManager, today: string) {
  // `xmin` is the transaction that wrote the state, and with it the rows.
  const state = await STATE.first(
    manager,
    `SELECT xmin::text AS rows_version, ledger_version, first_day::text, as_of::text, posts_on_weekends, members,
            active_this_year, credits, today = $2 AND ledger_version = (SELECT version FROM analytics.ledger_state)
            AND NOT EXISTS (SELECT FROM analytics.changed_alerts) AS is_current
       FROM analytics.list_state WHERE shape = $1`,
    [ROW_VERSION, today],
  );
  return state && { ...state, figuresVersion: `${state.ledgerVersion}/${state.asOf}` };
}

export async function saveListState(manager: EntityManager, state: ListState, today: string): Promise<void> {
  await manager.query('DELETE FROM analytics.list_state');
  const row = { onlyRow: true, shape: ROW_VERSION, today, ...state };
  await insertRows(manager, 'analytics.list_state', [row]);
}

/** Moves the changes that this transaction sees to a temporary table; later ones stay for the next refresh. */
export const CLAIM_CHANGED_ALERTS_SQL = `
  CREATE TEMPORARY TABLE touched_alerts (alert_id bigint NOT NULL, account_number text NOT NULL) ON COMMIT DROP;
  WITH noted AS (DELETE FROM analytics.changed_alerts RETURNING alert_id, account_number)
  INSERT INTO touched_alerts SELECT DISTINCT alert_id, account_number FROM noted;
  ANALYZE touched_alerts`;

export const CLAIM_CHANGED_ACCOUNTS_SQL = `
  CREATE TEMPORARY TABLE touched_accounts (account_number text PRIMARY KEY) ON COMMIT DROP;
  WITH noted AS (DELETE FROM analytics.changed_accounts RETURNING account_number)
  INSERT INTO touched_accounts SELECT DISTINCT account_number FROM noted`;

export const CLAIM_CHANGED_COMPANIES_SQL = `
  CREATE TEMPORARY TABLE touched_companies (company text PRIMARY KEY) ON COMMIT DROP;
  WITH noted AS (DELETE FROM analytics.changed_companies RETURNING company)
  INSERT INTO touched_companies SELECT DISTINCT company FROM noted`;
