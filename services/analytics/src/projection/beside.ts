import { pipeline } from 'node:stream/promises';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { Inject, Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { EntityManager } from 'typeorm';

/**
 * Connections beside the one that writes: each is worked for by a processor of its own of the server. What they sum up is
 * handed to the writing transaction by `COPY`, which stores rows faster than `INSERT` does.
 */
@Injectable()
export class Beside {
  constructor(@Inject(ENVIRONMENT) private readonly environment: ServiceEnvironment) {}

  /** A transaction that nothing is kept of, in one unmoving view of the ledger. */
  async read<T>(work: (reader: Client) => Promise<T>): Promise<T> {
    const which = { url: this.environment.DATABASE_URL, name: 'clearwatch-analytics-project' };
    return withDedicatedClient(which, async (reader) => {
      await reader.query(
        `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'`,
      );
      return await work(reader);
    });
  }
}

/**
 * In the binary format: no value becomes a text on the way, which halves what handing over costs.
 * @param rows table or query in brackets that the reader knows, of exactly the types that the columns of `into` have
 * @param into table with its columns that the transaction of `writer` knows
 */
export async function hand(
  { reader, rows }: { reader: Client; rows: string },
  { writer, into }: { writer: EntityManager; into: string },
): Promise<void> {
  const connection = (await writer.queryRunner?.connect()) as Client | undefined;
  if (connection === undefined) throw new Error('rollups are added to in a transaction');
  await pipeline(
    reader.query(copyTo(`COPY ${rows} TO STDOUT (FORMAT binary)`)),
    connection.query(copyFrom(`COPY ${into} FROM STDIN (FORMAT binary)`)),
  );
}
