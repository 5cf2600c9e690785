import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RefreshCompanies } from '../companies/figures/refresh-companies.ts';
import { FiguresRepository } from '../dashboard/figures/figures.repository.ts';
import { LedgerCalendarRepository } from '../dashboard/period/ledger-calendar.repository.ts';
import { RefreshMembers } from '../members/figures/refresh-members.ts';
import { ListStateRepository } from './list-state.repository.ts';
import { SET_ALERTS_ASIDE } from './set-aside.sql.ts';
import { postsOnWeekends } from './weekend-posting.ts';

/** Brings the rows of members and companies up to date, all of them in one transaction. */
@Injectable()
export class RefreshLists {
  constructor(
    private readonly figures: FiguresRepository,
    private readonly calendar: LedgerCalendarRepository,
    private readonly states: ListStateRepository,
    private readonly members: RefreshMembers,
    private readonly companies: RefreshCompanies,
  ) {}

  async refresh(today: string): Promise<void> {
    await this.figures.whileLocked('lists', async (session) => {
      if (await this.states.isCurrent(today, session)) return;
      await this.figures.inOneState(session, (manager, version) => this.bringTo(manager, version, today));
    });
  }

  private async bringTo(manager: EntityManager, ledgerVersion: number, today: string): Promise<void> {
    await manager.query(`SET LOCAL work_mem = '64MB'`);
    const before = await this.states.find(manager);
    const covered = await this.calendar.coveredDays(manager, today);
    const dates = {
      firstDay: covered?.firstDay ?? null,
      asOf: covered?.asOf ?? null,
      postsOnWeekends: await postsOnWeekends(manager),
    };
    await manager.query(SET_ALERTS_ASIDE);
    const totals = await this.members.refresh(manager, before, dates);
    await this.companies.refresh(manager, before, { ...dates, ledgerVersion, today });
    await this.states.keep(manager, { ledgerVersion, ...dates, ...totals }, today);
  }
}
