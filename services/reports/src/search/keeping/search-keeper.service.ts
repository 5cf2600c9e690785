import type { Row } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { settlementOf } from '../settlement.ts';
import { bringIn } from './arriving.sql.ts';
import { takeOut } from './leaving.sql.ts';

/**
 * One after the other. The lock is the first thing: taking it makes no snapshot, so what is seen then is what the one before
 * has left, and the ledger as it is at that moment.
 */
const ALONE = 'LOCK TABLE reports.search_imports IN SHARE ROW EXCLUSIVE MODE';
/** A million rows take half a minute; more memory keeps their grouping and joining off the disk. */
const IN_BULK = `SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'`;

/** Keeps the search tables as the ledger is, import by import. */
@Injectable()
export class SearchKeeper {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Brings one import up to date, whatever has become of it. Nothing is done when it is. */
  async settle(importId: number): Promise<void> {
    await this.database.transaction('REPEATABLE READ', async (manager) => {
      await manager.query(ALONE);
      await manager.query(IN_BULK);
      const { unsearchable, stale } = await settlementOf((sql) => manager.query<Row[]>(sql));
      const work = [
        ...(stale.includes(importId) ? takeOut(importId) : []),
        ...(unsearchable.includes(importId) ? bringIn(importId) : []),
      ];
      for (const statement of work) await manager.query(statement);
    });
  }
}
