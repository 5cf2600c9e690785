import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { PagePictures } from './pictures/page-pictures.ts';

const SWEEP_EVERY_MS = 10 * 60_000;

/**
 * Somebody reads it, or a row waits that a person compares with its page. What failed before anything of it was decided or
 * imported is read anew when it is wanted after all, and leaves new pictures.
 */
const IS_NEEDED = `j.status IN ('pending', 'processing')
  OR EXISTS (SELECT 1 FROM ledger.parsed_rows r LEFT JOIN ledger.imports i ON i.id = r.import_id
      WHERE r.parse_job_id = j.id AND (r.state = 'held' OR i.state IN ('failed', 'undone'))
        AND (j.status = 'completed'
          OR EXISTS (SELECT 1 FROM ledger.parsed_rows d
              WHERE d.parse_job_id = j.id AND (d.import_id IS NOT NULL OR d.decided_at IS NOT NULL))))`;

/** Removes the pictures of pages that nobody has to look at any more. The documents themselves stay, as all uploads do. */
@Injectable()
export class DocumentJanitor implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly pictures: PagePictures,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#begin();
    this.timer = setInterval(() => this.#begin(), SWEEP_EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  #begin(): void {
    this.sweeping = this.#sweepAloud();
  }

  async #sweepAloud(): Promise<void> {
    try {
      const removed = await this.sweep();
      if (removed > 0) this.logger.info({ removed }, 'pictures of decided documents removed');
    } catch (error) {
      this.logger.warn({ err: error }, 'pictures of documents could not be removed');
    }
  }

  /** @returns of how many documents the pictures were removed */
  async sweep(): Promise<number> {
    const ids = await this.pictures.documents();
    if (ids.length === 0) return 0;
    const rows = await this.database.query<Row[]>(
      `SELECT j.id FROM ledger.parse_jobs j WHERE j.id = ANY($1) AND (${IS_NEEDED})`,
      [ids],
    );
    const needed = new Set(rows.map((row) => integerOf(row, 'id')));
    const done = ids.filter((id) => !needed.has(id));
    for (const id of done) await this.pictures.remove(id);
    return done.length;
  }
}
