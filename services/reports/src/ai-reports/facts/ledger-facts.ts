import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Facts over years of a large ledger take a while, and a job has time; a minute each is where something is wrong. */
const STATEMENT_LIMIT_MS = 120_000;

/** What the queries of reports ask: one unchanging state of ledger and figures. */
export interface LedgerFacts {
  rows(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

@Injectable()
export class LedgerSnapshot {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** All facts of one report come from one moment: an import that ends meanwhile is not half in it. Writes nothing. */
  async read<T>(work: (facts: LedgerFacts) => Promise<T>): Promise<T> {
    const runner = this.database.createQueryRunner();
    await runner.connect();
    try {
      await runner.query('START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await runner.query(`SET LOCAL statement_timeout = ${STATEMENT_LIMIT_MS}`);
      const result = await work({
        rows: (sql, parameters = []) => runner.query(sql, [...parameters]) as Promise<Row[]>,
      });
      await runner.query('COMMIT');
      return result;
    } catch (error) {
      await runner.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}
