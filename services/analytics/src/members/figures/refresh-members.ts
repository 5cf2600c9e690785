import { addDays } from '@clearwatch/domain/calendar/day';
import { ACTIVE_THIS_YEAR_DAYS } from '@clearwatch/domain/members/member-bands';
import { integerOf, moneyOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { daysApart } from '../../list-figures/days-apart.ts';
import { type ListState, yearOf } from '../../list-figures/list-state.ts';
import { SET_ACCOUNTS_ASIDE } from '../../list-figures/set-aside.sql.ts';
import {
  COMPLETE_SEARCH_SQL,
  COUNT_BEARERS_SQL,
  FILL_SUMS_SQL,
  FORGET_GONE_SQL,
  KEEP_KEYS_SQL,
  SUM_UP_SQL,
  TOUCH_ALL_SQL,
  TOUCH_DAYS_SQL,
  UPDATE_FIGURES_SQL,
  UPDATE_NAMES_SQL,
} from './member-figures.sql.ts';
import { refreshPeers } from './refresh-peers.ts';
import { RefreshRisks } from './refresh-risks.ts';

type Dates = Pick<ListState, 'firstDay' | 'asOf'>;
type Totals = Pick<ListState, 'members' | 'activeThisYear' | 'credits'>;

/** Brings the rows of members up to date: those whose entries changed, and those that have any on a day that left or entered the year. */
@Injectable()
export class RefreshMembers {
  constructor(private readonly risks: RefreshRisks) {}

  async refresh(manager: EntityManager, before: ListState | null, now: Dates): Promise<Totals> {
    await manager.query(SET_ACCOUNTS_ASIDE);
    const year = yearOf(now);
    if (before === null) await manager.query(TOUCH_ALL_SQL);
    else
      for (const { firstDay, lastDay } of daysApart(yearOf(before), year))
        await manager.query(TOUCH_DAYS_SQL, [firstDay, lastDay]);
    await manager.query('ANALYZE touched_accounts');
    await manager.query(KEEP_KEYS_SQL);
    await manager.query(SUM_UP_SQL);
    // Without any date there is no year, and nothing is in it.
    await manager.query(FILL_SUMS_SQL, [year?.firstDay ?? 'infinity', year?.lastDay ?? '-infinity']);
    await manager.query('ANALYZE summed');
    for (const statement of [
      UPDATE_FIGURES_SQL,
      UPDATE_NAMES_SQL,
      COMPLETE_SEARCH_SQL,
      ...FORGET_GONE_SQL,
      ...COUNT_BEARERS_SQL,
    ])
      await manager.query(statement);
    await this.risks.refresh(manager, before, now.asOf);
    if (before !== null && before.asOf === now.asOf && !(await isAnyTouched(manager)))
      return { members: before.members, activeThisYear: before.activeThisYear, credits: before.credits };
    const activeSince = now.asOf === null ? 'infinity' : addDays(now.asOf, -ACTIVE_THIS_YEAR_DAYS);
    await refreshPeers(manager, activeSince);
    return totalsOf(manager, activeSince);
  }
}

async function isAnyTouched(manager: EntityManager): Promise<boolean> {
  return (await manager.query<Row[]>('SELECT FROM touched_accounts LIMIT 1')).length > 0;
}

async function totalsOf(manager: EntityManager, activeSince: string): Promise<Totals> {
  const [row = {}] = await manager.query<Row[]>(
    `SELECT count(*) AS members, coalesce(sum(credits), 0) AS credits, count(*) FILTER (WHERE last_day >= $1) AS active
       FROM analytics.member_figures`,
    [activeSince],
  );
  return {
    members: integerOf(row, 'members'),
    activeThisYear: integerOf(row, 'active'),
    credits: moneyOf(row, 'credits'),
  };
}
