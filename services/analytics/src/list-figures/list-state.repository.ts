import { type Period, periodEndingAt } from '@clearwatch/domain/calendar/period';
import { DAYS_PER_YEAR } from '@clearwatch/domain/members/income-and-bills';
import { insertRows, RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { EntityManager } from 'typeorm';

/** The ledger version and day that the list rows are based on, and totals for all members. */
export interface ListState {
  ledgerVersion: number;
  /** First day of the ledger and the day on which its periods end; null if no entry has a date. */
  firstDay: string | null;
  asOf: string | null;
  /** Whether the institution dates entries on weekends. If so, weekend entries do not affect a company's risk. */
  postsOnWeekends: boolean;
  members: number;
  activeThisYear: number;
  /** Credits for all members over twelve months. */
  credits: string;
}

export interface ReadListState extends ListState {
  /** Changes with every refresh. */
  rowsVersion: string;
  /** Changes when data other than company risk levels and alerts may have changed. */
  figuresVersion: string;
}

/** Returns at most twelve months. Two months of data must be divided by two. Otherwise, incomes in a new ledger would look too small. */
export function yearOf({ firstDay, asOf }: Pick<ListState, 'firstDay' | 'asOf'>): Period | null {
  if (asOf === null || firstDay === null) return null;
  const year = periodEndingAt({ asOf, days: DAYS_PER_YEAR });
  return year.firstDay < firstDay ? { firstDay, lastDay: asOf } : year;
}

/** Increment this when the content of the rows changes. All rows are then recomputed. */
const ROW_VERSION = 3;

const STATE = new RowReader({
  text: ['rowsVersion'],
  integer: ['ledgerVersion', 'members', 'activeThisYear'],
  'day?': ['firstDay', 'asOf'],
  boolean: ['postsOnWeekends', 'isCurrent'],
  money: ['credits'],
});

/** Null if the rows were never computed, or were computed by another version. `isCurrent`: based on the current ledger, day and alerts. */
export async function findListState(manager: EntityManager, today: string) {
  // `xmin` is the transaction that wrote the state together with the rows.
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

/** Moves the changes visible to this transaction to a temporary table. Later changes are left for the next refresh. */
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
