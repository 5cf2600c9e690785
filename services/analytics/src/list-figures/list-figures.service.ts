import { setTimeout as pause } from 'node:timers/promises';
import { POSTS_ON_WEEKENDS_SHARE } from '@clearwatch/domain/companies/company-risk';
import { booleanOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { CompanyFiguresRefresher } from '../companies/refresh-companies.ts';
import { FiguresRepository, LedgerCalendarRepository } from '../dashboard/figure-store.ts';
import { MemberFiguresRefresher } from '../members/refresh-members.ts';
import {
  CLAIM_CHANGED_ALERTS_SQL,
  ListStateRepository,
  type ReadListState,
} from './list-state.repository.ts';

/** Whether more than a twentieth of all entries is dated on weekends. */
async function postsOnWeekends(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<Row[]>(
    `SELECT coalesce(sum(entries) FILTER (WHERE extract(isodow FROM day) >= 6)
              > $1::numeric * sum(entries), false) AS posts_on_weekends
       FROM analytics.ledger_days WHERE day > '-infinity'`,
    [POSTS_ON_WEEKENDS_SHARE],
  );
  return row !== undefined && booleanOf(row, 'posts_on_weekends');
}

/** Brings the rows of members and companies up to date, all of them in one transaction. */
@Injectable()
export class ListRefresher {
  constructor(
    private readonly figures: FiguresRepository,
    private readonly calendar: LedgerCalendarRepository,
    private readonly states: ListStateRepository,
    private readonly members: MemberFiguresRefresher,
    private readonly companies: CompanyFiguresRefresher,
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
    await manager.query(CLAIM_CHANGED_ALERTS_SQL);
    const totals = await this.members.refresh(manager, before, dates);
    await this.companies.refresh(manager, before, { ...dates, ledgerVersion, today });
    await this.states.keep(manager, { ledgerVersion, ...dates, ...totals }, today);
  }
}

/**
 * Waits for `work`, but not longer than so many milliseconds; what has not ended by then goes on.
 *
 * @throws whatever `work` throws in that time
 */
async function waitUpTo(milliseconds: number, work: Promise<void>): Promise<void> {
  const patience = new AbortController();
  try {
    await Promise.race([work, pause(milliseconds, undefined, { signal: patience.signal })]);
  } finally {
    patience.abort();
  }
}

/** One refresh may have begun before the change that a reader knows of; the next has not. */
const MAX_WAITS = 2;
/**
 * Longest that somebody who could be shown the rows as they were waits for newer ones. Browsers ask again when detection has
 * finished with what has changed the ledger.
 */
const MAX_WAIT_MS = 5_000;

/**
 * Reads the rows that lists of members and companies are made of. When the ledger, the day or an alert has changed, whoever
 * asks first brings them up to date while everybody else waits for that, but not for long: then they are answered as they
 * were, with their day. A refresh whose process died is made up for by the next reader.
 */
@Injectable()
export class ListFiguresService {
  private refreshing: Promise<void> | null = null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly states: ListStateRepository,
    private readonly lists: ListRefresher,
    private readonly today: Today,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs `work` in one unmoving view of the rows, with the state that they are of. While alerts are being raised there is always
   * a newer one: then the rows of a moment ago are answered.
   */
  async read<T>(work: (manager: EntityManager, state: ReadListState) => Promise<T>): Promise<T> {
    const today = this.today.day();
    const patienceEnds = Date.now() + MAX_WAIT_MS;
    for (let waits = 0; ; waits += 1) {
      const mayWait = waits < MAX_WAITS && Date.now() < patienceEnds;
      const read = await this.inOneView(async (manager) => {
        const { state, isCurrent } = await this.states.stateFor(manager, today);
        if (state === null) return 'never made';
        return !isCurrent && mayWait ? 'outdated' : { answer: await work(manager, state) };
      });
      if (typeof read === 'object') return read.answer;
      if (waits > MAX_WAITS) throw new Error('the rows of the lists have no state');
      const refreshed = this.refreshOnce(today);
      if (read === 'never made') await refreshed;
      else await waitUpTo(Math.max(0, patienceEnds - Date.now()), refreshed);
    }
  }

  async bringUpToDate(): Promise<void> {
    const today = this.today.day();
    for (let waits = 0; waits < MAX_WAITS; waits += 1) {
      if (await this.states.isCurrent(today)) return;
      await this.refreshOnce(today);
    }
  }

  /** Everybody of this process waits for one refresh, so that they do not use up the connections. */
  private refreshOnce(today: string): Promise<void> {
    if (this.refreshing === null) {
      this.refreshing = this.lists.refresh(today).finally(() => {
        this.refreshing = null;
      });
      // Whoever has lost patience does not hear of it.
      this.refreshing.catch((error: unknown) =>
        this.logger.warn({ err: error }, 'lists could not be brought up to date'),
      );
    }
    return this.refreshing;
  }

  /** As short as a transaction can be: lists are read by everybody all day. */
  private async inOneView<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
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

/** Brings the lists up to date before somebody asks for them. */
@Injectable()
export class ListWarmer {
  constructor(
    private readonly lists: ListFiguresService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never fails: who asks for a list that is not up to date has that done. */
  async warm(): Promise<void> {
    try {
      await this.lists.bringUpToDate();
    } catch (error) {
      this.logger.warn({ err: error }, 'lists could not be brought up to date ahead');
    }
  }
}
