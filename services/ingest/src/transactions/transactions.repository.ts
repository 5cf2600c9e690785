import {
  RETURN_KINDS,
  type RelatedEntry,
  type Transaction,
  type TransactionDetail,
} from '@clearwatch/contracts/transactions.dto';
import { reasonTitleOf } from '@clearwatch/domain/nacha/return-and-change-codes';
import { queryInteger, RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import {
  TRANSACTION_COLUMNS as ENTRY_COLUMNS,
  TRANSACTION_JOINS,
  toTransaction,
} from '@clearwatch/service-kit/database/transaction-rows';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const RELATED_ENTRY = new RowReader({
  integer: ['transactionId'],
  words: { kind: RETURN_KINDS },
  text: ['reasonCode'],
  'day?': ['day'],
  money: ['amount'],
});

function toRelatedEntry(row: Row): RelatedEntry {
  const entry = RELATED_ENTRY.read(row);
  return { ...entry, reason: reasonTitleOf(entry.reasonCode) };
}

const MEMBER_AND_FILE = new RowReader({
  integer: ['memberId'],
  text: ['memberFirstName', 'memberLastName', 'memberCompany', 'fileName', 'digest'],
  money: ['totalCredits', 'totalDebits'],
});

function toTransactionDetail(row: Row, related: Pick<TransactionDetail, 'returns' | 'original'>): TransactionDetail {
  const transaction = toTransaction(row);
  const { accountNumber, importId, line } = transaction;
  const { memberId, memberFirstName, memberLastName, memberCompany, fileName, digest, ...totals } =
    MEMBER_AND_FILE.read(row);
  const names = { firstName: memberFirstName, lastName: memberLastName, company: memberCompany };
  return {
    member: { id: memberId, ...names, accountNumber, ...totals },
    transaction,
    source: { importId, fileName, digest, line },
    ...related,
  };
}

const TRANSACTION_COLUMNS = `${ENTRY_COLUMNS}, i.file_name, i.digest, m.id AS member_id,
  m.company AS member_company, m.total_credits, m.total_debits`;

/**
 * Dated and undated entries are separate in the index on account and date, so two subqueries read both in its order for
 * any account size. Parameters: account, limit, offset.
 */
export const OF_ACCOUNT_SQL = `
  WITH page AS (
    SELECT * FROM (
      (SELECT id, event_date FROM ledger.transactions WHERE account_number = $1 AND event_date IS NOT NULL
       ORDER BY event_date DESC, id DESC LIMIT $2::bigint + $3::bigint)
      UNION ALL
      (SELECT id, event_date FROM ledger.transactions WHERE account_number = $1 AND event_date IS NULL
       ORDER BY id DESC LIMIT $2::bigint + $3::bigint)
    ) newest
    ORDER BY event_date DESC NULLS LAST, id DESC LIMIT $2 OFFSET $3
  )
  SELECT ${TRANSACTION_COLUMNS} FROM page JOIN ledger.transactions t USING (id) ${TRANSACTION_JOINS}
  ORDER BY page.event_date DESC NULLS LAST, t.id DESC`;

export const OF_LEDGER_SQL = `
  WITH page AS (SELECT id FROM ledger.transactions ORDER BY id DESC LIMIT $1 OFFSET $2)
  SELECT ${TRANSACTION_COLUMNS} FROM page JOIN ledger.transactions t USING (id) ${TRANSACTION_JOINS} ORDER BY t.id DESC`;

export const NUMBERED_SQL = `SELECT ${TRANSACTION_COLUMNS} FROM ledger.transactions t ${TRANSACTION_JOINS} WHERE t.id = $1`;

/** More than the number of steps in a dispute; limits the response. */
const MAX_RETURNS = 100;

const relatedEntriesSql = (which: string) => `
  SELECT r.${which} AS transaction_id, r.kind, r.reason_code, other.event_date::text AS day, other.amount
  FROM ledger.entry_returns r JOIN ledger.transactions other ON other.id = r.${which}`;

/** Returns of an entry, oldest first, in file order within a day. Parameter: its id. */
export const RETURNS_SQL = `${relatedEntriesSql('return_id')} WHERE r.original_id = $1
  ORDER BY other.event_date NULLS LAST, other.import_id, other.line LIMIT ${MAX_RETURNS}`;

export const ORIGINAL_SQL = `${relatedEntriesSql('original_id')} WHERE r.return_id = $1`;

/** Reads entries only through indexes, whatever the size of the ledger. */
@Injectable()
export class TransactionsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * For an account, newest day first and last stored first within a day, with undated entries at the end; otherwise
   * last stored first.
   */
  page(accountNumber: string | undefined, { limit, offset }: Page): Promise<Transaction[]> {
    return accountNumber === undefined
      ? this.transactions(OF_LEDGER_SQL, [limit, offset])
      : this.transactions(OF_ACCOUNT_SQL, [accountNumber, limit, offset]);
  }

  numbered(id: number): Promise<Transaction[]> {
    return this.transactions(NUMBERED_SQL, [id]);
  }

  async detail(id: number): Promise<TransactionDetail | null> {
    const [[row], returns, [original]] = (await Promise.all(
      [NUMBERED_SQL, RETURNS_SQL, ORIGINAL_SQL].map((sql) => this.database.query<Row[]>(sql, [id])),
    )) as [Row[], Row[], Row[]];
    if (row === undefined) return null;
    return toTransactionDetail(row, {
      returns: returns.map(toRelatedEntry),
      original: original === undefined ? null : toRelatedEntry(original),
    });
  }

  /** For an account or the whole ledger. Members have counts, so that millions of rows need not be counted. */
  count(accountNumber: string | undefined): Promise<number> {
    return queryInteger(
      this.database,
      `SELECT coalesce(sum(transaction_count), 0) FROM ledger.members WHERE $1::text IS NULL OR account_number = $1`,
      [accountNumber],
    );
  }

  private async transactions(sql: string, values: unknown[]): Promise<Transaction[]> {
    return (await this.database.query<Row[]>(sql, values)).map(toTransaction);
  }
}
