import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { ListStateRepository } from './list-state.repository.ts';
import type { ReadListState } from './list-state.ts';
import { RefreshLists } from './refresh-lists.ts';
import { waitAtMost } from './wait-at-most.ts';

/** One refresh may have begun before the change that a reader knows of; the next has not. */
const MOST_WAITS = 2;
/**
 * Longest that somebody who could be shown the rows as they were waits for newer ones. Browsers ask again when detection has
 * finished with what has changed the ledger.
 */
const PATIENCE_MS = 5_000;

/**
 * Reads the rows that lists of members and companies are made of. When the ledger, the day or an alert has changed, whoever
 * asks first brings them up to date while everybody else waits for that, but not for long: then they are answered as they
 * were, with their day. A refresh whose process died is made up for by the next reader.
 */
@Injectable()
export class ListFigures {
  private refreshing: Promise<void> | null = null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly states: ListStateRepository,
    private readonly lists: RefreshLists,
    private readonly today: Today,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs `work` in one unmoving view of the rows, with the state that they are of. While alerts are being raised there is always
   * a newer one: then the rows of a moment ago are answered.
   */
  async read<T>(work: (manager: EntityManager, state: ReadListState) => Promise<T>): Promise<T> {
    const today = this.today.day();
    const patienceEnds = Date.now() + PATIENCE_MS;
    for (let waits = 0; ; waits += 1) {
      const mayWait = waits < MOST_WAITS && Date.now() < patienceEnds;
      const read = await this.inOneView(async (manager) => {
        const { state, isCurrent } = await this.states.stateFor(manager, today);
        if (state === null) return 'never made';
        return !isCurrent && mayWait ? 'outdated' : { answer: await work(manager, state) };
      });
      if (typeof read === 'object') return read.answer;
      if (waits > MOST_WAITS) throw new Error('the rows of the lists have no state');
      const refreshed = this.refreshOnce(today);
      if (read === 'never made') await refreshed;
      else await waitAtMost(Math.max(0, patienceEnds - Date.now()), refreshed);
    }
  }

  async bringUpToDate(): Promise<void> {
    const today = this.today.day();
    for (let waits = 0; waits < MOST_WAITS; waits += 1) {
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
