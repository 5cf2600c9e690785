import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Inject, Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { inOwnSnapshot } from '../own-snapshot.ts';
import { settlementOf } from '../settlement.ts';
import { bringIn } from './arriving.sql.ts';
import { takeOut } from './leaving.sql.ts';

/**
 * One after the other. The lock is the first thing: taking it makes no snapshot, so what is seen then is what the one before
 * has left, and the ledger as it is at that moment.
 */
const ALONE = 'LOCK TABLE reports.search_imports IN SHARE ROW EXCLUSIVE MODE';
/** A million rows take half a minute; more memory keeps their grouping and joining off the disk. */
const IN_BULK = `SET LOCAL work_mem = '128MB'`;

/** Keeps the search tables as the ledger is, import by import. */
@Injectable()
export class SearchKeeper {
  constructor(@Inject(ENVIRONMENT) private readonly environment: ServiceEnvironment) {}

  /**
   * Brings one import up to date, whatever has become of it. Nothing is done when it is.
   * @throws AppError `unavailable` when the worker is stopped; then nothing is done either
   */
  async settle(importId: number, signal: AbortSignal): Promise<void> {
    const connection = { url: this.environment.DATABASE_URL, name: settlingName(importId), signal };
    try {
      await inOwnSnapshot(connection, (client) => settleOn(client, importId));
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new AppError('unavailable', 'The worker was stopped; another one makes the import searchable.');
    }
  }
}

/** How operators see its connection. */
export function settlingName(importId: number): string {
  return `clearwatch-search-${importId}`;
}

async function settleOn(client: Client, importId: number): Promise<void> {
  await client.query(ALONE);
  await client.query(IN_BULK);
  const { unsearchable, stale } = await settlementOf(async (sql) => (await client.query<Row>(sql)).rows);
  const work = [
    ...(stale.includes(importId) ? takeOut(importId) : []),
    ...(unsearchable.includes(importId) ? bringIn(importId) : []),
  ];
  for (const statement of work) await client.query(statement);
}
