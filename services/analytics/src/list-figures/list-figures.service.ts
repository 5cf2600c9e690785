import { setTimeout as pause } from 'node:timers/promises';
import { POSTS_ON_WEEKENDS_SHARE } from '@clearwatch/domain/companies/company-risk';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { refreshCompanies } from '../companies/refresh-companies.ts';
import { coveredDays, FigureStore } from '../dashboard/figure-store.ts';
import { refreshMembers } from '../members/refresh-members.ts';
import { CLAIM_CHANGED_ALERTS_SQL, findListState, type ReadListState, saveListState } from './list-state.repository.ts';

const WEEKENDS = new RowReader({ boolean: ['postsOnWeekends'] });

/** The current refresh may have started before the latest change. The next one starts after it. */
const MAX_WAITS = 2;
/** After this time, readers get outdated rows. Browsers fetch them again when detection finishes. */
const MAX_WAIT_MS = 5_000;

/**
 * Reads the rows of the member and company lists. After the ledger, the day or an alert changes, the first reader refreshes the rows, and
 * all readers wait up to a limit. After that, they get the outdated rows with their as-of day. If the refreshing process dies, the next
 * reader starts another refresh.
 */
@Injectable()
export class ListFiguresService {
  private refreshing: Promise<void> | null = null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly figures: FigureStore,
    private readonly today: Today,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs `work` on one snapshot of the rows and their state. */
  async read<T>(work: (manager: EntityManager, state: ReadListState) => Promise<T>): Promise<T> {
    const today = this.today.day();
    const deadline = Date.now() + MAX_WAIT_MS;
    for (let waits = 0; ; waits += 1) {
      const mayWait = waits < MAX_WAITS && Date.now() < deadline;
      const read = await this.inSnapshot(async (manager) => {
        const state = await findListState(manager, today);
        if (state === null) return 'never computed';
        return !state.isCurrent && mayWait ? 'outdated' : { answer: await work(manager, state) };
      });
      if (typeof read === 'object') return read.answer;
      if (waits > MAX_WAITS) throw new Error('the list rows have no state');
      const refreshed = this.refreshOnce(today);
      if (read === 'never computed') await refreshed;
      else await Promise.race([refreshed, pause(deadline - Date.now(), undefined, { ref: false })]);
    }
  }

  async bringUpToDate(): Promise<void> {
    const today = this.today.day();
    for (let waits = 0; waits < MAX_WAITS; waits += 1) {
      if ((await findListState(this.database.manager, today))?.isCurrent) return;
      await this.refreshOnce(today);
    }
  }

  /** Refreshes the rows before the next reader needs them. Never fails, because the next reader would try again. */
  async warm(): Promise<void> {
    try {
      await this.bringUpToDate();
    } catch (error) {
      this.logger.warn({ err: error }, 'lists could not be refreshed in advance');
    }
  }

  /** All readers in this process share one refresh, so that they do not exhaust the connections. */
  private refreshOnce(today: string): Promise<void> {
    if (this.refreshing === null) {
      this.refreshing = this.refresh(today).finally(() => {
        this.refreshing = null;
      });
      // Readers that stopped waiting do not receive this error.
      this.refreshing.catch((error: unknown) => this.logger.warn({ err: error }, 'lists could not be refreshed'));
    }
    return this.refreshing;
  }

  private async refresh(today: string): Promise<void> {
    await this.figures.whileLocked('lists', async (session) => {
      if ((await findListState(session, today))?.isCurrent) return;
      await this.figures.inOneState(session, async (manager, ledgerVersion) => {
        await manager.query(`SET LOCAL work_mem = '64MB'`);
        const before = await findListState(manager, today);
        const covered = await coveredDays(manager, today);
        const weekends = await WEEKENDS.one(
          manager,
          `SELECT coalesce(sum(entries) FILTER (WHERE extract(isodow FROM day) >= 6)
                    > $1::numeric * sum(entries), false) AS posts_on_weekends
             FROM analytics.ledger_days WHERE day > '-infinity'`,
          [POSTS_ON_WEEKENDS_SHARE],
        );
        const dates = { firstDay: covered?.firstDay ?? null, asOf: covered?.asOf ?? null, ...weekends };
        await manager.query(CLAIM_CHANGED_ALERTS_SQL);
        const totals = await refreshMembers(manager, before, dates);
        await refreshCompanies(manager, before, { ...dates, ledgerVersion, today });
        await saveListState(manager, { ledgerVersion, ...dates, ...totals }, today);
      });
    });
  }

  private async inSnapshot<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.database.createQueryRunner();
    try {
      await runner.query('START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      try {
        return await work(runner.manager);
      } finally {
        await runner.query('ROLLBACK');
      }
    } finally {
      await runner.release();
    }
  }
}
