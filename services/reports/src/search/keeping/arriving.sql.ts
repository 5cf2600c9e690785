/** Texts that are kept once: column of the entries, table of its texts, and what the ledger calls it. */
export const DICTIONARIES = [
  { column: 'first_name', table: 'search_first_names', text: 'reports.folded(t.first_name)' },
  { column: 'last_name', table: 'search_last_names', text: 'reports.folded(t.last_name)' },
  { column: 'description', table: 'search_descriptions', text: 'reports.folded(t.entry_description)' },
  { column: 'addenda', table: 'search_addenda', text: 'reports.folded(t.addenda)' },
  { column: 'batch', table: 'search_batches', text: 't.batch' },
] as const;

/** Entries of an import, read once. Utility statements take no parameters; an id is digits. */
const copyAside = (importId: number) => `
  CREATE TEMPORARY TABLE arriving ON COMMIT DROP AS
  SELECT t.id, coalesce(t.event_date, '-infinity') AS day, t.amount, reports.search_key(t.check_tracer_number) AS trace_key,
         reports.folded(t.company) AS company, t.transaction_type::text AS transaction_type, coalesce(t.class, '') AS class,
         t.transaction_code, ${DICTIONARIES.map(({ column, text }) => `${text} AS ${column}`).join(', ')}
    FROM ledger.transactions t WHERE t.import_id = ${BigInt(importId)};
  ANALYZE arriving`;

/**
 * Numbers of what this import says, new or known. Nobody has analysed the tables that grow here: joined with these the planner
 * would take a million entries for one.
 */
const said = (table: string, columns: string, insert: string) => [
  `CREATE TEMPORARY TABLE ${table} ON COMMIT DROP AS SELECT id, ${columns} FROM reports.${table} LIMIT 0`,
  `WITH kept AS (${insert} RETURNING id, ${columns}) INSERT INTO pg_temp.${table} SELECT * FROM kept`,
  `ANALYZE pg_temp.${table}`,
];

const STREAM = 'company, transaction_type, class, transaction_code';

const ADD_STREAMS = said(
  'search_streams',
  STREAM,
  `INSERT INTO reports.search_streams AS kept (${STREAM}, rows, least, most, first_day, last_day)
   SELECT ${STREAM}, count(*), min(amount), max(amount), min(day), max(day) FROM arriving GROUP BY ${STREAM} ORDER BY ${STREAM}
   ON CONFLICT (${STREAM}) DO UPDATE SET rows = kept.rows + excluded.rows,
     least = least(kept.least, excluded.least), most = greatest(kept.most, excluded.most),
     first_day = least(kept.first_day, excluded.first_day), last_day = greatest(kept.last_day, excluded.last_day)`,
);

const ADD_TEXTS = DICTIONARIES.flatMap(({ column, table }) =>
  said(
    table,
    'text',
    `INSERT INTO reports.${table} AS kept (digest, text, rows)
     SELECT md5(${column})::uuid, ${column}, count(*) FROM arriving WHERE ${column} IS NOT NULL GROUP BY 1, 2 ORDER BY 1
     ON CONFLICT (digest) DO UPDATE SET rows = kept.rows + excluded.rows`,
  ),
);

const ADD_DAYS = `
  INSERT INTO reports.search_days AS kept (day, rows) SELECT day, count(*) FROM arriving GROUP BY 1 ORDER BY 1
  ON CONFLICT (day) DO UPDATE SET rows = kept.rows + excluded.rows`;

const ADD_STREAM_DAYS = `
  INSERT INTO reports.search_stream_days AS kept (stream_id, day, rows)
  SELECT s.id, a.day, count(*) FROM arriving a JOIN pg_temp.search_streams s USING (${STREAM}) GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (stream_id, day) DO UPDATE SET rows = kept.rows + excluded.rows`;

/** Newest last, as the index of days has them: what is walked along lies together. */
const addEntries = (importId: number) => `
  INSERT INTO reports.search_entries (id, import_id, trace_key, day, stream_id, amount,
    ${DICTIONARIES.map(({ column }) => `${column}_id`).join(', ')})
  SELECT a.id, ${BigInt(importId)}, a.trace_key, a.day, s.id, a.amount,
         ${DICTIONARIES.map(({ table }) => `${table}.id`).join(', ')}
    FROM arriving a
    JOIN pg_temp.search_streams s USING (${STREAM})
    ${DICTIONARIES.map(({ column, table }) => `LEFT JOIN pg_temp.${table} ON ${table}.text = a.${column}`).join('\n    ')}
   ORDER BY a.day, a.id`;

/** What the ledger says of the import, by which it is seen later that it says something else. */
const noteImport = (importId: number) => `
  INSERT INTO reports.search_imports (import_id, entries, credits, debits)
  SELECT id, transaction_count, credit_total, debit_total FROM ledger.imports WHERE id = ${BigInt(importId)}`;

const COMPLETE_TEXTS = 'SELECT reports.complete_search_texts()';

/** Writes the entries of an import into the search tables. */
export function bringIn(importId: number): string[] {
  return [
    copyAside(importId),
    ADD_DAYS,
    ...ADD_STREAMS,
    ADD_STREAM_DAYS,
    ...ADD_TEXTS,
    COMPLETE_TEXTS,
    addEntries(importId),
    noteImport(importId),
  ];
}
