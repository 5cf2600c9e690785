import { pipeline } from 'node:stream/promises';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { hasRows, queryTexts } from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { Inject, Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { EntityManager } from 'typeorm';
import {
  ACCOUNT_DAYS,
  ADD_COMPANIES_SQL,
  ADD_DAYS_SQL,
  ADD_NAMES_SQL,
  ADD_OVERLAPPING_SQL,
  ANY_OVERLAPPING_SQL,
  accountDaysSql,
  accountSpansSql,
  COMPANY_SUMS,
  COUNT_ACCOUNTS_SQL,
  COUNT_ENTRIES_SQL,
  CREATE_COMPANY_SUMS_SQL,
  CREATE_IMPORTED_ACCOUNT_DAYS_SQL,
  CREATE_IMPORTED_ACCOUNTS_SQL,
  CREATE_IMPORTED_SPANS_SQL,
  FIND_NEW_NAMES_SQL,
  IMPORTED_ACCOUNT_DAYS,
  IMPORTED_SPANS,
  PREFER_HASH_SQL,
  PREFER_SORT_SQL,
  SUM_COMPANY_DAYS_SQL,
  sumCompaniesSql,
} from './rollups.sql.ts';

/**
 * Uses the binary format, which halves the cost. `rows` is a table or a query in parentheses with the same column types as `into`, a table
 * with its columns.
 */
async function copyRows(
  { reader, rows }: { reader: Client; rows: string },
  { writer, into }: { writer: EntityManager; into: string },
): Promise<void> {
  const connection = (await writer.queryRunner?.connect()) as Client | undefined;
  if (connection === undefined) throw new Error('rollups must be changed in a transaction');
  await pipeline(
    reader.query(copyTo(`COPY ${rows} TO STDOUT (FORMAT binary)`)),
    connection.query(copyFrom(`COPY ${into} FROM STDIN (FORMAT binary)`)),
  );
}

/** Saves the accounts to `imported_accounts`. New days, which most files contain, are copied while the reader computes the next sums. */
async function addAccountDays(
  writer: EntityManager,
  { reader, importId }: { reader: Client; importId: number },
): Promise<void> {
  await reader.query(PREFER_HASH_SQL);
  await writer.query(CREATE_IMPORTED_SPANS_SQL);
  await copyRows({ reader, rows: accountSpansSql(importId) }, { writer, into: IMPORTED_SPANS });
  await writer.query(CREATE_IMPORTED_ACCOUNTS_SQL);
  await writer.query(COUNT_ACCOUNTS_SQL);
  await reader.query(PREFER_SORT_SQL);
  const days = { reader, rows: accountDaysSql(importId) };
  if (!(await hasRows(writer, ANY_OVERLAPPING_SQL))) {
    await copyRows(days, { writer, into: ACCOUNT_DAYS });
    return;
  }
  await writer.query(CREATE_IMPORTED_ACCOUNT_DAYS_SQL);
  await copyRows(days, { writer, into: IMPORTED_ACCOUNT_DAYS });
  await writer.query(ADD_OVERLAPPING_SQL);
}

@Injectable()
export class ProjectionRepository {
  constructor(@Inject(ENVIRONMENT) private readonly environment: ServiceEnvironment) {}

  /** Returns false if the rollups already contain the import. Waits for another process that is adding it. */
  claim(manager: EntityManager, importId: number): Promise<boolean> {
    return hasRows(
      manager,
      `INSERT INTO analytics.projected_imports (import_id, entries) VALUES ($1, 0)
       ON CONFLICT (import_id) DO NOTHING RETURNING import_id`,
      [importId],
    );
  }

  /** Increments the ledger's version. @throws Error if the entries of the import change in the meantime */
  async addToRollups(manager: EntityManager, importId: number): Promise<void> {
    // With more memory, grouping a million rows does not use the disk.
    await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'`);
    // The row lock makes projections run one after the other.
    await manager.query('UPDATE analytics.ledger_state SET version = version + 1');
    await this.sumUp(manager, importId);
    await manager.query(SUM_COMPANY_DAYS_SQL);
    await manager.query(ADD_DAYS_SQL);
    const [, counted] = await manager.query<[Row[], number]>(COUNT_ENTRIES_SQL, [importId]);
    if (counted !== 1) throw new Error('the entries of an import changed while they were being added');
    for (const sql of ADD_COMPANIES_SQL.days) await manager.query(sql);
    const names = await queryTexts(manager, FIND_NEW_NAMES_SQL);
    if (names.length > 0) await manager.query(ADD_NAMES_SQL, [names, names.map(companyKey)]);
    for (const sql of ADD_COMPANIES_SQL.accounts) await manager.query(sql);
  }

  /** Two more connections compute the sums in parallel, each on its own CPU core of the database server, and transfer them with COPY. */
  private async sumUp(manager: EntityManager, importId: number): Promise<void> {
    await this.inSnapshot((companies) =>
      this.inSnapshot(async (accounts) => {
        await Promise.all([
          companies.query(`${CREATE_COMPANY_SUMS_SQL}; ${sumCompaniesSql(importId)}`),
          addAccountDays(manager, { reader: accounts, importId }),
        ]);
        await manager.query(CREATE_COMPANY_SUMS_SQL);
        for (const table of COMPANY_SUMS)
          await copyRows({ reader: companies, rows: table }, { writer: manager, into: table });
      }),
    );
  }

  private inSnapshot<T>(work: (reader: Client) => Promise<T>): Promise<T> {
    const connection = { url: this.environment.DATABASE_URL, name: 'clearwatch-analytics-project' };
    return withDedicatedClient(connection, async (reader) => {
      await reader.query(
        `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'`,
      );
      return await work(reader);
    });
  }
}
