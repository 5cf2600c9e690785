import type { Transaction, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { toRelatedEntry } from './to-related-entry.ts';
import { toTransaction, toTransactionDetail } from './to-transaction.ts';
import {
  NUMBERED_SQL,
  OF_ACCOUNT_SQL,
  OF_LEDGER_SQL,
  ORIGINAL_SQL,
  RETURNS_SQL,
} from './transactions.sql.ts';

/** Reads the ledger entry by entry: through its indexes only, whatever its size. */
@Injectable()
export class TransactionsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The newest day first; of one day what was stored last; what has no date comes at the end. */
  async ofAccount(accountNumber: string, page: Page): Promise<Transaction[]> {
    const rows = await this.database.query<Row[]>(OF_ACCOUNT_SQL, [accountNumber, page.limit, page.offset]);
    return rows.map(toTransaction);
  }

  /** What was stored last first. */
  async newestStored(page: Page): Promise<Transaction[]> {
    const rows = await this.database.query<Row[]>(OF_LEDGER_SQL, [page.limit, page.offset]);
    return rows.map(toTransaction);
  }

  /** The one with this number, if there is one, as lists show it. */
  async numbered(id: number): Promise<Transaction[]> {
    const rows = await this.database.query<Row[]>(NUMBERED_SQL, [id]);
    return rows.map(toTransaction);
  }

  async detail(id: number): Promise<TransactionDetail | null> {
    const ask = (sql: string): Promise<Row[]> => this.database.query<Row[]>(sql, [id]);
    const [[row], returns, [original]] = await Promise.all([
      ask(NUMBERED_SQL),
      ask(RETURNS_SQL),
      ask(ORIGINAL_SQL),
    ]);
    if (row === undefined) return null;
    return toTransactionDetail(row, {
      returns: returns.map(toRelatedEntry),
      original: original === undefined ? null : toRelatedEntry(original),
    });
  }

  /** Members know how many entries they have: nobody counts millions of rows. */
  async countOfAccount(accountNumber: string): Promise<number> {
    const [row] = await this.database.query<Row[]>(
      'SELECT transaction_count AS total FROM ledger.members WHERE account_number = $1',
      [accountNumber],
    );
    return row === undefined ? 0 : integerOf(row, 'total');
  }

  async count(): Promise<number> {
    const [row] = await this.database.query<Row[]>(
      'SELECT coalesce(sum(transaction_count), 0) AS total FROM ledger.members',
    );
    return integerOf(row ?? {}, 'total');
  }
}
