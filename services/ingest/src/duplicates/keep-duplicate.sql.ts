import { metadataOfRow } from './own-metadata.sql.ts';

/** An import of one entry, which equals the twin `$4`; of the file of import `$1`, which it names. */
export const OPEN_IMPORT_SQL = `
  INSERT INTO ledger.imports (file_name, file_size, digest, file_kind, state, uploaded_by, uploaded_by_name, bytes_read,
    transaction_count, member_count, zero_dollar_count, prenote_count, return_count, notice_count, advice_count, credit_total,
    debit_total, started_at, finished_at, kept_from)
  SELECT i.file_name, i.file_size, i.digest, i.file_kind, 'stored', $2::integer, $3, i.file_size, 1, 1,
    (t.entry_kind = 'zero_dollar' AND t.metadata ->> 'kind' IS DISTINCT FROM 'advice')::integer, (t.entry_kind = 'prenote')::integer, (t.entry_kind = 'return')::integer,
    (t.entry_kind = 'notification_of_change')::integer,
    (t.entry_kind = 'zero_dollar' AND t.metadata ->> 'kind' IS NOT DISTINCT FROM 'advice')::integer,
    CASE WHEN t.entry_kind = 'money' AND t.transaction_type = 'Credit' THEN t.amount ELSE 0 END,
    CASE WHEN t.entry_kind = 'money' AND t.transaction_type = 'Debit' THEN t.amount ELSE 0 END, now(), clock_timestamp(), i.id
  FROM ledger.imports i, ledger.transactions t WHERE i.id = $1 AND t.id = $4
  RETURNING id`;

/** A stored entry once more, with an import, a line and an identity of its own; beside these it says what its row says. */
export const COPY_TWIN_SQL = `
  INSERT INTO ledger.transactions (import_id, line, transaction_hash, company, last_name, first_name, middle_initial,
    account_number, original_account, transaction_code, amount, transaction_type, entry_kind, check_tracer_number,
    addenda, batch, settlement_date, effective_date, posting_date, posting_minute, entry_description, class, metadata)
  SELECT $1::bigint, d.line, $4::uuid, company, last_name, first_name, middle_initial, account_number,
    original_account, transaction_code, amount, transaction_type, entry_kind, check_tracer_number, addenda, batch,
    settlement_date, effective_date, posting_date, posting_minute, entry_description, class,
    ${metadataOfRow('d', 't')}
  FROM ledger.duplicate_rows d JOIN ledger.transactions t ON t.id = d.twin_id
  WHERE d.import_id = $2 AND d.row_number = $3
  ON CONFLICT (transaction_hash) DO NOTHING
  RETURNING id`;

/** The member is there. Holding it, nobody else's entries are committed before these are counted. */
export const HOLD_MEMBER_SQL = `
  SELECT m.id FROM ledger.members m JOIN ledger.transactions t USING (account_number) WHERE t.id = $1 FOR UPDATE OF m`;
/** Without figures PostgreSQL expects a thousand accounts, and reads the whole ledger for one where histories are long. */
export const touchMemberSql = (transactionId: number) => `
  CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
  SELECT account_number FROM ledger.transactions WHERE id = ${BigInt(transactionId)};
  ANALYZE touched`;
