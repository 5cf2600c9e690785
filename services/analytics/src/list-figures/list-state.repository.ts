import { type Period, periodEndingAt } from '@clearwatch/domain/calendar/period';
import { DAYS_PER_YEAR } from '@clearwatch/domain/members/income-and-bills';
import {
  booleanOf,
  dayOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** Of which ledger and day the rows of the lists are, and what is said of all members together. */
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

/** A state as it was read: what is found out about its rows holds for that version of them. */
export interface ReadListState extends ListState {
  /** Another one after every refresh. */
  rowsVersion: string;
  /** Another one when anything but risk levels and companies' alerts may have changed: a review alone leaves it. */
  figuresVersion: string;
}

/**
 * The twelve months that figures of members cover. Two months of data must be divided by two months, or a young ledger's
 * incomes look too small.
 */
export function yearOf({ firstDay, asOf }: Pick<ListState, 'firstDay' | 'asOf'>): Period | null {
  if (asOf === null || firstDay === null) return null;
  const year = periodEndingAt({ asOf, days: DAYS_PER_YEAR });
  return year.firstDay < firstDay ? { firstDay, lastDay: asOf } : year;
}

/**
 * Raised when rows hold something else than before: all of them are then computed again.
 * 2: returned debits that credit the account are counted; high-risk lines come from the table of counterparties.
 * 3: a company is also what most of its entries say that it is.
 */
const ROW_VERSION = 3;

/** `xmin` is the transaction that wrote the state, and with it the rows. */
const STATE_COLUMNS = `xmin::text AS rows_version, ledger_version, first_day::text, as_of::text, posts_on_weekends, members,
  active_this_year, credits`;

@Injectable()
export class ListStateRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Whether the rows are of the ledger as it is, of this day, and know of every alert. */
  async isCurrent(today: string, manager: EntityManager = this.database.manager): Promise<boolean> {
    return (await this.stateFor(manager, today)).isCurrent;
  }

  /** The state of the rows, null when they were never computed or with another shape; and whether that is the newest. */
  async stateFor(
    manager: EntityManager,
    today: string,
  ): Promise<{ state: ReadListState | null; isCurrent: boolean }> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${STATE_COLUMNS}, today = $2 AND ledger_version = (SELECT version FROM analytics.ledger_state)
              AND NOT EXISTS (SELECT FROM analytics.changed_alerts) AS is_current
         FROM analytics.list_state WHERE shape = $1`,
      [ROW_VERSION, today],
    );
    return row === undefined
      ? { state: null, isCurrent: false }
      : { state: toListState(row), isCurrent: booleanOf(row, 'is_current') };
  }

  /** Null when the rows were never computed, or with another shape. */
  async find(manager: EntityManager): Promise<ListState | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${STATE_COLUMNS} FROM analytics.list_state WHERE shape = $1`,
      [ROW_VERSION],
    );
    return row === undefined ? null : toListState(row);
  }

  async keep(manager: EntityManager, state: ListState, today: string): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.list_state (shape, ledger_version, today, first_day, as_of, posts_on_weekends, members,
         active_this_year, credits)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (only_row) DO UPDATE SET shape = EXCLUDED.shape, ledger_version = EXCLUDED.ledger_version,
         today = EXCLUDED.today, first_day = EXCLUDED.first_day, as_of = EXCLUDED.as_of,
         posts_on_weekends = EXCLUDED.posts_on_weekends, members = EXCLUDED.members,
         active_this_year = EXCLUDED.active_this_year, credits = EXCLUDED.credits`,
      [
        ROW_VERSION,
        state.ledgerVersion,
        today,
        state.firstDay,
        state.asOf,
        state.postsOnWeekends,
        state.members,
        state.activeThisYear,
        state.credits,
      ],
    );
  }
}

function toListState(row: Row): ReadListState {
  const ledgerVersion = integerOf(row, 'ledger_version');
  const asOf = nullable(dayOf, row, 'as_of');
  return {
    rowsVersion: textOf(row, 'rows_version'),
    figuresVersion: `${ledgerVersion}/${asOf}`,
    ledgerVersion,
    firstDay: nullable(dayOf, row, 'first_day'),
    asOf,
    postsOnWeekends: booleanOf(row, 'posts_on_weekends'),
    members: integerOf(row, 'members'),
    activeThisYear: integerOf(row, 'active_this_year'),
    credits: moneyOf(row, 'credits'),
  };
}

/** What of the noted changes this transaction sees, taken out of the notes: later ones stay for the next time. */
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
