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
import type { ListState, ReadListState } from './list-state.ts';

/**
 * Raised when rows hold something else than before: all of them are then computed again.
 * 2: returned debits that credit the account are counted; high-risk lines come from the table of counterparties.
 * 3: a company is also what most of its entries say that it is.
 */
const SHAPE = 3;

/** `xmin` is the transaction that wrote the state, and with it the rows. */
const STATE = `xmin::text AS rows_version, ledger_version, first_day::text, as_of::text, posts_on_weekends, members,
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
      `SELECT ${STATE}, today = $2 AND ledger_version = (SELECT version FROM analytics.ledger_state)
              AND NOT EXISTS (SELECT FROM analytics.changed_alerts) AS is_current
         FROM analytics.list_state WHERE shape = $1`,
      [SHAPE, today],
    );
    return row === undefined
      ? { state: null, isCurrent: false }
      : { state: toListState(row), isCurrent: booleanOf(row, 'is_current') };
  }

  /** Null when the rows were never computed, or with another shape. */
  async find(manager: EntityManager): Promise<ListState | null> {
    const [row] = await manager.query<Row[]>(`SELECT ${STATE} FROM analytics.list_state WHERE shape = $1`, [
      SHAPE,
    ]);
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
        SHAPE,
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
