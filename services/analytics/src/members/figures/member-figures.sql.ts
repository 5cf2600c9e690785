/** Every account that the ledger or the list knows. */
export const TOUCH_ALL_SQL = `
  INSERT INTO touched_accounts
  SELECT account_number FROM ledger.members UNION SELECT account_number FROM analytics.member_figures
  ON CONFLICT DO NOTHING`;

/** Accounts with an entry from $1 to $2, which a block range index finds. */
export const TOUCH_DAYS_SQL = `
  INSERT INTO touched_accounts
  SELECT DISTINCT account_number FROM analytics.account_days WHERE day BETWEEN $1 AND $2
  ON CONFLICT DO NOTHING`;

/** Names that the touched accounts bore until now. */
export const KEEP_KEYS_SQL = `
  CREATE TEMPORARY TABLE borne_keys ON COMMIT DROP AS
  SELECT account_number, member_key FROM analytics.member_figures JOIN touched_accounts USING (account_number)`;

/** As `displayName` of the domain says it; a test compares the two. */
const DISPLAY_NAME = `
  CASE WHEN m.first_name <> '' AND m.last_name <> '' THEN m.first_name || ' ' || m.last_name
       WHEN m.last_name <> '' THEN m.last_name
       WHEN m.company <> '' THEN m.company || ' Account'
       ELSE 'Account ' || m.account_number END`;

/** What the search looks into, on lines of their own: nobody types a line break, so no match spans two of them. */
const SEARCHED = `concat_ws(E'\\n', ${DISPLAY_NAME}, m.first_name, m.last_name, m.company, m.account_number,
  array_to_string(m.account_numbers, E'\\n'))`;

const FIGURES = [
  'member_id',
  'member_key',
  'sort_name',
  'credits',
  'debits',
  'debt_ratio',
  'transactions',
  'last_day',
] as const;
const listed = (table: string) => FIGURES.map((figure) => `${table}.${figure}`).join(', ');

/** Sums of the year from $1 to $2 of all touched accounts that have entries. */
export const SUM_UP_SQL = `
  CREATE TEMPORARY TABLE summed (account_number text PRIMARY KEY, credits numeric(18,2) NOT NULL,
    debits numeric(18,2) NOT NULL, transactions integer NOT NULL, last_day date NOT NULL) ON COMMIT DROP`;
export const FILL_SUMS_SQL = `
  INSERT INTO summed
  SELECT account_number,
         coalesce(sum(credits) FILTER (WHERE day BETWEEN $1 AND $2), 0) AS credits,
         coalesce(sum(debits) FILTER (WHERE day BETWEEN $1 AND $2), 0) AS debits,
         coalesce(sum(credit_count + debit_count) FILTER (WHERE day BETWEEN $1 AND $2), 0) AS transactions,
         coalesce(max(day) FILTER (WHERE credit_count + debit_count > 0), '-infinity') AS last_day
    FROM analytics.account_days JOIN touched_accounts USING (account_number)
   WHERE account_number IN (SELECT account_number FROM ledger.members)
   GROUP BY account_number`;

/** Rows that say so already are left alone. */
export const UPDATE_FIGURES_SQL = `
  INSERT INTO analytics.member_figures AS kept (account_number, ${FIGURES.join(', ')})
  SELECT account_number, m.id, coalesce(m.member_key, ''), analytics.folded(${DISPLAY_NAME}), credits, debits,
         CASE WHEN credits > 0 THEN round(debits / credits, 6) ELSE 0 END, transactions, last_day
    FROM summed JOIN ledger.members m USING (account_number)
  ON CONFLICT (account_number) DO UPDATE
     SET ${FIGURES.map((figure) => `${figure} = EXCLUDED.${figure}`).join(', ')}
   WHERE (${listed('kept')}) IS DISTINCT FROM (${listed('EXCLUDED')})`;

export const UPDATE_NAMES_SQL = `
  INSERT INTO analytics.member_names AS kept (account_number, search_text)
  SELECT account_number, analytics.folded(${SEARCHED}) FROM summed JOIN ledger.members m USING (account_number)
  ON CONFLICT (account_number) DO UPDATE SET search_text = EXCLUDED.search_text
   WHERE kept.search_text <> EXCLUDED.search_text`;

/** Names that were only noted for the index so far; every search would look through them. */
export const COMPLETE_SEARCH_SQL = 'SELECT analytics.complete_name_search()';

/** Accounts of which an undo has left nothing. */
export const FORGET_GONE_SQL = ['member_figures', 'member_names'].map(
  (table) => `
  DELETE FROM analytics.${table} kept USING touched_accounts t
   WHERE t.account_number = kept.account_number
     AND NOT EXISTS (SELECT FROM summed s WHERE s.account_number = kept.account_number)`,
);

/**
 * How many accounts bear each name of which one has come or gone; that of most accounts stays as it is. Nobody's name is no
 * name that several bear.
 */
export const COUNT_BEARERS_SQL: readonly string[] = [
  `CREATE TEMPORARY TABLE touched_keys ON COMMIT DROP AS
   SELECT DISTINCT k.member_key
     FROM (SELECT account_number, member_key FROM analytics.member_figures JOIN touched_accounts USING (account_number)) now
     FULL JOIN borne_keys b USING (account_number)
     CROSS JOIN LATERAL (VALUES (now.member_key), (b.member_key)) AS k (member_key)
    WHERE now.member_key IS DISTINCT FROM b.member_key AND k.member_key <> ''`,
  'ANALYZE touched_keys',
  `INSERT INTO analytics.member_bearers AS kept (member_key, accounts)
   SELECT member_key, count(*) FROM analytics.member_figures JOIN touched_keys USING (member_key) GROUP BY 1
   ON CONFLICT (member_key) DO UPDATE SET accounts = EXCLUDED.accounts WHERE kept.accounts <> EXCLUDED.accounts`,
  `DELETE FROM analytics.member_bearers kept USING touched_keys t
    WHERE t.member_key = kept.member_key
      AND NOT EXISTS (SELECT FROM analytics.member_figures f WHERE f.member_key = kept.member_key)`,
];
