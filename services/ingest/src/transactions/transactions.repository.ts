import {
  RETURN_KINDS,
  type RelatedEntry,
  TRANSACTION_KINDS,
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionDetail,
} from '@clearwatch/contracts/transactions.dto';
import { reasonTitleOf } from '@clearwatch/domain/nacha/return-and-change-codes';
import {
  dayOf,
  enumOf,
  instantOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { metadataOf } from '../ledger/ledger-sql.ts';

function toRelatedEntry(row: Row): RelatedEntry {
  const reasonCode = textOf(row, 'reason_code');
  return {
    transactionId: integerOf(row, 'transaction_id'),
    kind: enumOf(RETURN_KINDS, row, 'kind'),
    reasonCode,
    reason: reasonTitleOf(reasonCode),
    day: nullable(dayOf, row, 'day'),
    amount: moneyOf(row, 'amount'),
  };
}

function toTransaction(row: Row): Transaction {
  const own = nameOf(textOf(row, 'first_name'), textOf(row, 'last_name'));
  return {
    id: integerOf(row, 'id'),
    company: textOf(row, 'company'),
    lastName: textOf(row, 'last_name'),
    firstName: textOf(row, 'first_name'),
    middleInitial: nullable(textOf, row, 'middle_initial'),
    memberName: own || nameOf(textOf(row, 'member_first_name'), textOf(row, 'member_last_name')),
    accountNumber: textOf(row, 'account_number'),
    originalAccount: textOf(row, 'original_account'),
    transactionCode: textOf(row, 'transaction_code'),
    amount: moneyOf(row, 'amount'),
    transactionType: enumOf(TRANSACTION_TYPES, row, 'transaction_type'),
    entryKind: enumOf(TRANSACTION_KINDS, row, 'entry_kind'),
    returnedWith: nullable(textOf, row, 'returned_with'),
    checkTracerNumber: nullable(textOf, row, 'check_tracer_number'),
    addenda: nullable(textOf, row, 'addenda'),
    batch: nullable(textOf, row, 'batch'),
    settlementDate: nullable(dayOf, row, 'settlement_date'),
    effectiveDate: nullable(dayOf, row, 'effective_date'),
    postingDate: nullable(dayOf, row, 'posting_date'),
    entryDescription: nullable(textOf, row, 'entry_description'),
    class: nullable(textOf, row, 'class'),
    metadata: metadataOf(row),
    transactionHash: textOf(row, 'transaction_hash'),
    importId: integerOf(row, 'import_id'),
    line: integerOf(row, 'line'),
    createdAt: instantOf(row, 'created_at'),
  };
}

/** @param related what came back about the entry, and what it says came back itself */
function toTransactionDetail(
  row: Row,
  related: { returns: RelatedEntry[]; original: RelatedEntry | null },
): TransactionDetail {
  const transaction = toTransaction(row);
  return {
    member: {
      id: integerOf(row, 'member_id'),
      firstName: textOf(row, 'member_first_name'),
      lastName: textOf(row, 'member_last_name'),
      company: textOf(row, 'member_company'),
      accountNumber: transaction.accountNumber,
      totalCredits: moneyOf(row, 'total_credits'),
      totalDebits: moneyOf(row, 'total_debits'),
    },
    transaction,
    source: {
      importId: transaction.importId,
      fileName: textOf(row, 'file_name'),
      digest: textOf(row, 'digest'),
      line: transaction.line,
    },
    returns: related.returns,
    original: related.original,
  };
}

function nameOf(firstName: string, lastName: string): string {
  return `${firstName} ${lastName}`.trim();
}

/** An entry that was kept out of a duplicate has an import of its own; people know it by the one it came from. */
const TRANSACTION_COLUMNS = `
  t.id, t.line, t.company, t.last_name, t.first_name, t.middle_initial, t.account_number, t.original_account,
  t.transaction_code, t.amount, t.transaction_type, t.entry_kind, t.check_tracer_number, t.addenda, t.batch,
  t.settlement_date::text AS settlement_date, t.effective_date::text AS effective_date,
  t.posting_date::text AS posting_date, t.entry_description, t.class, t.metadata,
  t.transaction_hash::text AS transaction_hash, t.created_at, coalesce(i.kept_from, i.id) AS import_id,
  i.file_name, i.digest, m.id AS member_id, m.first_name AS member_first_name, m.last_name AS member_last_name,
  m.company AS member_company, m.total_credits, m.total_debits,
  (SELECT r.reason_code FROM ledger.entry_returns r JOIN ledger.transactions back ON back.id = r.return_id
   WHERE r.original_id = t.id AND r.kind = 'return'
   ORDER BY back.event_date NULLS LAST, r.return_id LIMIT 1) AS returned_with`;
const TRANSACTION_JOINS = `
  JOIN ledger.members m ON m.account_number = t.account_number
  JOIN ledger.imports i ON i.id = t.import_id`;

/**
 * Dated entries and those without any date lie apart in the index on account and date: asked for one after the other, both
 * come in its order, and no account is too large to show its newest. Parameters: account, limit, offset.
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

/** What was stored last first. Parameters: limit, offset. */
export const OF_LEDGER_SQL = `
  WITH page AS (SELECT id FROM ledger.transactions ORDER BY id DESC LIMIT $1 OFFSET $2)
  SELECT ${TRANSACTION_COLUMNS} FROM page JOIN ledger.transactions t USING (id) ${TRANSACTION_JOINS} ORDER BY t.id DESC`;

/** One entry with its member. Parameter: its id. */
export const NUMBERED_SQL = `SELECT ${TRANSACTION_COLUMNS} FROM ledger.transactions t ${TRANSACTION_JOINS} WHERE t.id = $1`;

/** More than a quarrel about an entry has steps; files over files of them must not make one answer endless. */
const MAX_RETURNS = 100;

const relatedEntriesSql = (which: string) => `
  SELECT r.${which} AS transaction_id, r.kind, r.reason_code, other.event_date::text AS day, other.amount
  FROM ledger.entry_returns r JOIN ledger.transactions other ON other.id = r.${which}`;

/** What came back about an entry, the oldest first, of one day in the order of the file. Parameter: its id. */
export const RETURNS_SQL = `${relatedEntriesSql('return_id')} WHERE r.original_id = $1
  ORDER BY other.event_date NULLS LAST, other.import_id, other.line LIMIT ${MAX_RETURNS}`;

/** The entry that a return or notice speaks of. Parameter: the id of the return. */
export const ORIGINAL_SQL = `${relatedEntriesSql('original_id')} WHERE r.return_id = $1`;

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
