import { TRANSACTION_KINDS, TRANSACTION_TYPES, type Transaction } from '@clearwatch/contracts/transactions.dto';
import { RowReader } from './query-rows.ts';
import type { Row } from './row-readers.ts';

/** Columns of `ledger.transactions t`. A kept duplicate has a separate import, but users see the import of its file. */
export const TRANSACTION_COLUMNS = `
  t.id, t.line, t.company, t.last_name, t.first_name, t.middle_initial, t.account_number, t.original_account,
  t.transaction_code, t.amount, t.transaction_type, t.entry_kind, t.check_tracer_number, t.addenda, t.batch,
  t.settlement_date::text AS settlement_date, t.effective_date::text AS effective_date,
  t.posting_date::text AS posting_date, t.entry_description, t.class, t.metadata,
  t.transaction_hash::text AS transaction_hash, t.created_at, coalesce(i.kept_from, i.id) AS import_id,
  m.first_name AS member_first_name, m.last_name AS member_last_name,
  (SELECT r.reason_code FROM ledger.entry_returns r JOIN ledger.transactions back ON back.id = r.return_id
    WHERE r.original_id = t.id AND r.kind = 'return'
    ORDER BY back.event_date NULLS LAST, r.return_id LIMIT 1) AS returned_with`;
export const TRANSACTION_JOINS = `
  JOIN ledger.members m ON m.account_number = t.account_number
  JOIN ledger.imports i ON i.id = t.import_id`;

const TRANSACTION = new RowReader({
  integer: ['id', 'importId', 'line'],
  text: [
    'company',
    'lastName',
    'firstName',
    'memberFirstName',
    'memberLastName',
    'accountNumber',
    'originalAccount',
    'transactionCode',
    'transactionHash',
  ],
  'text?': ['middleInitial', 'returnedWith', 'checkTracerNumber', 'addenda', 'batch', 'entryDescription', 'class'],
  money: ['amount'],
  words: { transactionType: TRANSACTION_TYPES, entryKind: TRANSACTION_KINDS },
  'day?': ['settlementDate', 'effectiveDate', 'postingDate'],
  instant: ['createdAt'],
  metadata: ['metadata'],
});

/** A row of `TRANSACTION_COLUMNS`. @throws TypeError for a column with the wrong type */
export function toTransaction(row: Row): Transaction {
  const { memberFirstName, memberLastName, ...entry } = TRANSACTION.read(row);
  const memberName = nameOf(entry.firstName, entry.lastName) || nameOf(memberFirstName, memberLastName);
  return { ...entry, memberName };
}

const nameOf = (firstName: string, lastName: string) => `${firstName} ${lastName}`.trim();
