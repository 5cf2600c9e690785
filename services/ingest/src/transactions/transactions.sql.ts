/** An entry that was kept out of a duplicate has an import of its own; people know it by the one it came from. */
const COLUMNS = `
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
const WITH_CONTEXT = `
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
  SELECT ${COLUMNS} FROM page JOIN ledger.transactions t USING (id) ${WITH_CONTEXT}
  ORDER BY page.event_date DESC NULLS LAST, t.id DESC`;

/** What was stored last first. Parameters: limit, offset. */
export const OF_LEDGER_SQL = `
  WITH page AS (SELECT id FROM ledger.transactions ORDER BY id DESC LIMIT $1 OFFSET $2)
  SELECT ${COLUMNS} FROM page JOIN ledger.transactions t USING (id) ${WITH_CONTEXT} ORDER BY t.id DESC`;

/** One entry with its member. Parameter: its id. */
export const NUMBERED_SQL = `SELECT ${COLUMNS} FROM ledger.transactions t ${WITH_CONTEXT} WHERE t.id = $1`;

/** More than a quarrel about an entry has steps; files over files of them must not make one answer endless. */
const MOST_RETURNS = 100;

const related = (which: string) => `
  SELECT r.${which} AS transaction_id, r.kind, r.reason_code, other.event_date::text AS day, other.amount
  FROM ledger.entry_returns r JOIN ledger.transactions other ON other.id = r.${which}`;

/** What came back about an entry, the oldest first, of one day in the order of the file. Parameter: its id. */
export const RETURNS_SQL = `${related('return_id')} WHERE r.original_id = $1
  ORDER BY other.event_date NULLS LAST, other.import_id, other.line LIMIT ${MOST_RETURNS}`;

/** The entry that a return or notice speaks of. Parameter: the id of the return. */
export const ORIGINAL_SQL = `${related('original_id')} WHERE r.return_id = $1`;
