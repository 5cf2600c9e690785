import { companyKey } from '@clearwatch/domain/detection/company-key';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { addAccountDays } from './add-account-days.ts';
import {
  ADD_COMPANY_ACCOUNTS_AND_ARRIVALS_SQL,
  ADD_NAMES_SQL,
  FIND_NEW_NAMES_SQL,
  noteChangedNamesSql,
} from './arrivals.sql.ts';
import { Beside, hand } from './beside.ts';
import {
  ADD_COMPANY_DAY_CODES_SQL,
  ADD_COMPANY_DAYS_SQL,
  ADD_LEDGER_DAYS_SQL,
  COUNT_ENTRIES_SQL,
  LEAVE_OUT_UNKNOWN_COMPANY_SQL,
  NOTE_CHANGED_SQL,
} from './company-rollups.sql.ts';
import {
  COMPANY_SUMS,
  MAKE_COMPANY_SUMS_SQL,
  SUM_COMPANY_DAYS_SQL,
  sumCompaniesSql,
} from './company-sums.sql.ts';

/** An import whose job may be lost is looked for after this long. */
const OVERDUE = '10 seconds';
const MOST_AT_ONCE = 200;

@Injectable()
export class ProjectionRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly beside: Beside,
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
    await manager.query(LEAVE_OUT_UNKNOWN_COMPANY_SQL);
    await manager.query(ADD_COMPANY_DAYS_SQL);
    await this.noteNames(manager);
    await manager.query(ADD_COMPANY_ACCOUNTS_AND_ARRIVALS_SQL);
    await manager.query(ADD_COMPANY_DAY_CODES_SQL);
    await manager.query(NOTE_CHANGED_SQL);
  }

  /** Adds the days of accounts, and leaves what companies are to be added by. */
  private async sumUp(manager: EntityManager, importId: number): Promise<void> {
    await this.beside.read((companies) =>
      this.beside.read(async (accounts) => {
        await Promise.all([
          sumCompanies(companies, importId),
          addAccountDays(manager, { reader: accounts, importId }),
        ]);
        await manager.query(MAKE_COMPANY_SUMS_SQL);
        for (const table of COMPANY_SUMS)
          await hand({ reader: companies, rows: table }, { writer: manager, into: table });
      }),
    );
  }

  /** Gives new names their key, and marks all of the import as changed. */
  private async noteNames(manager: EntityManager): Promise<void> {
    const found = await manager.query<Row[]>(FIND_NEW_NAMES_SQL);
    const companies = found.map((row) => textOf(row, 'company'));
    if (companies.length > 0) await manager.query(ADD_NAMES_SQL, [companies, companies.map(companyKey)]);
    await manager.query(noteChangedNamesSql('imported_company_days'));
  }

  /** Imports that are stored since a while and not in the rollups. */
  async findOverdue(): Promise<number[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT i.id FROM ledger.imports i
        WHERE i.state = 'stored' AND i.finished_at < now() - $1::interval
          AND NOT EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = i.id)
        ORDER BY i.id LIMIT $2`,
      [OVERDUE, MOST_AT_ONCE],
    );
    return rows.map((row) => integerOf(row, 'id'));
  }
}

async function sumCompanies(reader: Client, importId: number): Promise<void> {
  await reader.query(MAKE_COMPANY_SUMS_SQL);
  await reader.query(sumCompaniesSql(importId));
}
