/** Texts that are kept once: column of the entries, table of its texts, and what the ledger calls it. */
export const DICTIONARIES = [
  { column: 'first_name', table: 'search_first_names', text: 'reports.folded(t.first_name)' },
  { column: 'last_name', table: 'search_last_names', text: 'reports.folded(t.last_name)' },
  { column: 'description', table: 'search_descriptions', text: 'reports.folded(t.entry_description)' },
  { column: 'addenda', table: 'search_addenda', text: 'reports.folded(t.addenda)' },
  { column: 'batch', table: 'search_batches', text: 't.batch' },
] as const;

/** Entries of an import, read once. Utility statements take no parameters; an id is digits. */
export const copyAside = (importId: number) => `
  CREATE TEMPORARY TABLE arriving ON COMMIT DROP AS
  SELECT t.id, coalesce(t.event_date, '-infinity') AS day, t.amount, reports.search_key(t.check_tracer_number) AS trace_key,
         reports.folded(t.company) AS company, t.transaction_type::text AS transaction_type, coalesce(t.class, '') AS class,
         t.transaction_code, ${DICTIONARIES.map(({ column, text }) => `${text} AS ${column}`).join(', ')}
    FROM ledger.transactions t WHERE t.import_id = ${BigInt(importId)};
  ANALYZE arriving`;

/** In one order, so that two of them at the same time could only wait for one another. */
export const ADD_STREAMS = `
  INSERT INTO reports.search_streams AS kept (company, transaction_type, class, transaction_code, rows)
  SELECT company, transaction_type, class, transaction_code, count(*) FROM arriving GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (company, transaction_type, class, transaction_code) DO UPDATE SET rows = kept.rows + excluded.rows`;

export const ADD_TEXTS = DICTIONARIES.map(
  ({ column, table }) => `
  INSERT INTO reports.${table} AS kept (digest, text, rows)
  SELECT md5(${column})::uuid, ${column}, count(*) FROM arriving WHERE ${column} IS NOT NULL GROUP BY 1, 2 ORDER BY 1
  ON CONFLICT (digest) DO UPDATE SET rows = kept.rows + excluded.rows`,
);

export const ADD_DAYS = `
  INSERT INTO reports.search_days AS kept (day, rows) SELECT day, count(*) FROM arriving GROUP BY 1 ORDER BY 1
  ON CONFLICT (day) DO UPDATE SET rows = kept.rows + excluded.rows`;

/** Newest last, as the index of days has them: what is walked along lies together. Parameter: the import. */
export const ADD_ENTRIES = `
  INSERT INTO reports.search_entries (id, import_id, trace_key, day, stream_id, amount,
    ${DICTIONARIES.map(({ column }) => `${column}_id`).join(', ')})
  SELECT a.id, $1::bigint, a.trace_key, a.day, s.id, a.amount, ${DICTIONARIES.map(({ column }) => `${column}_texts.id`).join(', ')}
    FROM arriving a
    JOIN reports.search_streams s USING (company, transaction_type, class, transaction_code)
    ${DICTIONARIES.map(({ column, table }) => `LEFT JOIN reports.${table} ${column}_texts ON ${column}_texts.digest = md5(a.${column})::uuid`).join('\n    ')}
   ORDER BY a.day, a.id`;

/** What the ledger says of the import, by which it is seen later that it says something else. Parameter: the import. */
export const NOTE_IMPORT = `
  INSERT INTO reports.search_imports (import_id, entries, credits, debits)
  SELECT id, transaction_count, credit_total, debit_total FROM ledger.imports WHERE id = $1`;
