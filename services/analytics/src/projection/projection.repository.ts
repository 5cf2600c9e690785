import { pipeline } from 'node:stream/promises';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { booleanOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { DataSource, type EntityManager } from 'typeorm';
import {
  ACCOUNT_DAYS,
  ADD_COMPANY_ACCOUNTS_AND_FIRST_USES_SQL,
  ADD_COMPANY_DAY_CODES_SQL,
  ADD_COMPANY_DAYS_SQL,
  ADD_LEDGER_DAYS_SQL,
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
  EXCLUDE_UNKNOWN_COMPANY_SQL,
  FIND_NEW_NAMES_SQL,
  IMPORTED_ACCOUNT_DAYS,
  IMPORTED_SPANS,
  MARK_IMPORTED_CHANGED_SQL,
  markChangedNamesSql,
  PREFER_HASH_SQL,
  PREFER_SORT_SQL,
  SUM_COMPANY_DAYS_SQL,
  sumCompaniesSql,
} from './rollups.sql.ts';

/**
 * Connections beside the one that writes: each is worked for by a processor of its own of the server. What they sum up is
 * handed to the writing transaction by `COPY`, which stores rows faster than `INSERT` does.
 */
@Injectable()
export class ParallelReader {
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
async function copyRows(
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

/**
 * Adds the import's rows to the days of accounts, and leaves its accounts in `imported_accounts`. Most files bring new days:
 * these are simply copied in, in the order of the key, while the reader sums up the next.
 */
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
  const [row = {}] = await writer.query<Row[]>(ANY_OVERLAPPING_SQL);
  if (!booleanOf(row, 'is_overlapping')) {
    await copyRows(days, { writer, into: ACCOUNT_DAYS });
    return;
  }
  await writer.query(CREATE_IMPORTED_ACCOUNT_DAYS_SQL);
  await copyRows(days, { writer, into: IMPORTED_ACCOUNT_DAYS });
  await writer.query(ADD_OVERLAPPING_SQL);
}

/** An import whose job may be lost is looked for after this long. */
const OVERDUE_AFTER = '10 seconds';
const MAX_OVERDUE_FOUND = 200;

@Injectable()
export class ProjectionRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly beside: ParallelReader,
  ) {}

  /** Ingest sets the state in the transaction that stores the rows: what is stored is complete. */
  async isStored(manager: EntityManager, importId: number): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `SELECT 1 FROM ledger.imports WHERE id = $1 AND state = 'stored'`,
      [importId],
    );
    return rows.length === 1;
  }

  /** False when the import is in the rollups already; waits for another process that is adding it right now. */
  async claim(manager: EntityManager, importId: number): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `INSERT INTO analytics.projected_imports (import_id, entries) VALUES ($1, 0)
       ON CONFLICT (import_id) DO NOTHING RETURNING import_id`,
      [importId],
    );
    return rows.length === 1;
  }

  /**
   * Adds the import's rows to every rollup and raises the ledger's version.
   * @throws Error when its entries change meanwhile
   */
  async addToRollups(manager: EntityManager, importId: number): Promise<void> {
    // A million rows take seconds; more memory keeps their grouping off the disk.
    await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'`);
    // One projection after the other: what is appended here must not be appended by another at the same time.
    await manager.query('UPDATE analytics.ledger_state SET version = version + 1');
    await this.sumUp(manager, importId);
    await manager.query(SUM_COMPANY_DAYS_SQL);
    await manager.query(ADD_LEDGER_DAYS_SQL);
    const [, counted] = await manager.query<[Row[], number]>(COUNT_ENTRIES_SQL, [importId]);
    if (counted !== 1) throw new Error('the entries of an import have changed while they were added');
    await manager.query(EXCLUDE_UNKNOWN_COMPANY_SQL);
    await manager.query(ADD_COMPANY_DAYS_SQL);
    await this.noteNames(manager);
    await manager.query(ADD_COMPANY_ACCOUNTS_AND_FIRST_USES_SQL);
    await manager.query(ADD_COMPANY_DAY_CODES_SQL);
    await manager.query(MARK_IMPORTED_CHANGED_SQL);
  }

  /** Adds the days of accounts, and leaves what companies are to be added by. */
  private async sumUp(manager: EntityManager, importId: number): Promise<void> {
    await this.beside.read((companies) =>
      this.beside.read(async (accounts) => {
        await Promise.all([
          sumCompanies(companies, importId),
          addAccountDays(manager, { reader: accounts, importId }),
        ]);
        await manager.query(CREATE_COMPANY_SUMS_SQL);
        for (const table of COMPANY_SUMS)
          await copyRows({ reader: companies, rows: table }, { writer: manager, into: table });
      }),
    );
  }

  /** Gives new names their key, and marks all of the import as changed. */
  private async noteNames(manager: EntityManager): Promise<void> {
    const found = await manager.query<Row[]>(FIND_NEW_NAMES_SQL);
    const companies = found.map((row) => textOf(row, 'company'));
    if (companies.length > 0) await manager.query(ADD_NAMES_SQL, [companies, companies.map(companyKey)]);
    await manager.query(markChangedNamesSql('imported_company_days'));
  }

  /** Imports that are stored since a while and not in the rollups. */
  async findOverdue(): Promise<number[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT i.id FROM ledger.imports i
        WHERE i.state = 'stored' AND i.finished_at < now() - $1::interval
          AND NOT EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = i.id)
        ORDER BY i.id LIMIT $2`,
      [OVERDUE_AFTER, MAX_OVERDUE_FOUND],
    );
    return rows.map((row) => integerOf(row, 'id'));
  }
}

async function sumCompanies(reader: Client, importId: number): Promise<void> {
  await reader.query(CREATE_COMPANY_SUMS_SQL);
  await reader.query(sumCompaniesSql(importId));
}
