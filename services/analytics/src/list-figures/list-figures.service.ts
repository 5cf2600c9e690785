import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Today } from '../dashboard/period/today.ts';
import { ListStateRepository } from './list-state.repository.ts';
import type { ListState } from './list-state.ts';
import { RefreshLists } from './refresh-lists.ts';

/** One refresh may have begun before the change that a reader knows of; the next has not. */
const MOST_WAITS = 2;

/**
 * Reads the rows that lists of members and companies are made of. When the ledger, the day or an alert has changed, whoever
 * asks first brings them up to date while everybody else waits for that: as with figures, nothing stale is answered, and a
 * refresh whose process died is made up for by the next reader.
 */
@Injectable()
export class ListFigures {
  private refreshing: Promise<void> | null = null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly states: ListStateRepository,
    private readonly lists: RefreshLists,
    private readonly today: Today,
  ) {}

  /** Runs `work` in one unmoving view of the rows, with the state that they are of. */
  async read<T>(work: (manager: EntityManager, state: ListState) => Promise<T>): Promise<T> {
    await this.bringUpToDate();
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      const state = await this.states.find(manager);
      if (state === null) throw new Error('the rows of the lists have no state');
      return work(manager, state);
    });
  }

  /** While alerts are being raised there is always a newer one: then the rows of a moment ago are answered. */
  async bringUpToDate(): Promise<void> {
    const today = this.today.day();
    for (let waits = 0; waits < MOST_WAITS; waits += 1) {
      if (await this.states.isCurrent(today)) return;
      this.refreshing ??= this.lists.refresh(today).finally(() => {
        this.refreshing = null;
      });
      await this.refreshing;
    }
  }
}
