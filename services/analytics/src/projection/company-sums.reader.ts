import { pipeline } from 'node:stream/promises';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { Inject, Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { EntityManager } from 'typeorm';
import { COMPANY_SUMS, MAKE_COMPANY_SUMS_SQL, sumCompaniesSql } from './company-sums.sql.ts';

/** As long as the pool's connections may take. */
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Sums an import up by company on a connection of its own, beside the one that adds the days of its accounts: on a second
 * processor of the server. It only reads the ledger, and whatever it finds is written by the one transaction of the other.
 */
@Injectable()
export class CompanySumsReader {
  constructor(@Inject(ENVIRONMENT) private readonly environment: ServiceEnvironment) {}

  /** Makes the tables of `COMPANY_SUMS` in the transaction of `manager`, which does `meanwhile` until they are counted. */
  async sumBeside(manager: EntityManager, importId: number, meanwhile: () => Promise<void>): Promise<void> {
    const client = new Client({
      connectionString: this.environment.DATABASE_URL,
      application_name: 'clearwatch-analytics-project',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    // A connection that breaks while nobody waits must not end the process; the next statement is told.
    client.on('error', () => undefined);
    try {
      await Promise.all([sum(client, importId), meanwhile()]);
      await manager.query(MAKE_COMPANY_SUMS_SQL);
      for (const table of Object.keys(COMPANY_SUMS)) await hand(table, client, manager);
    } finally {
      await client.end();
    }
  }
}

async function sum(client: Client, importId: number): Promise<void> {
  await client.connect();
  await client.query(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'`);
  await client.query(MAKE_COMPANY_SUMS_SQL);
  await client.query(sumCompaniesSql(importId));
}

async function hand(table: string, client: Client, manager: EntityManager): Promise<void> {
  const connection = (await manager.queryRunner?.connect()) as Client | undefined;
  if (connection === undefined) throw new Error('rollups are added to in a transaction');
  await pipeline(
    client.query(copyTo(`COPY ${table} TO STDOUT`)),
    connection.query(copyFrom(`COPY ${table} FROM STDIN`)),
  );
}
