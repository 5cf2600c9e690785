import { CHAIN_BREAKS_SQL } from '@clearwatch/analytics/detection/alert-chain-breaks';

export interface LedgerCheck {
  name: string;
  holds: string;
  /** Yields (place, figure, kept, counted) as text, with one row per difference. */
  sql: string;
}

export interface Comparison {
  /** SQL expression over the keys. */
  place: string;
  keys: readonly string[];
  kept: string;
  /** The same figures, recomputed from the entries. */
  counted: string;
  /** Columns on both sides. The first one reports rows that exist on only one side. */
  figures: readonly string[];
}

/** Titles for columns whose names cannot serve as titles. */
const FIGURE_TITLES: Readonly<Record<string, string>> = {
  zero_dollar: 'zero-dollar entries',
  notices: 'notifications of change',
  advices: 'accounting advices',
  kept: 'kept duplicates',
  rejected: 'rejected rows',
  credit_count: 'number of credits',
  debit_count: 'number of debits',
  peak: 'largest amount',
  international: 'IAT entries',
  debited: 'accounts with debits',
};

/** Compares with a hash join, which reads each side once. */
export function comparisonQuery({ place, keys, kept, counted, figures }: Comparison): string {
  const titleOf = (column = '') => FIGURE_TITLES[column] ?? column.replaceAll('_', ' ');
  const row = (side: string) => `(${figures.map((column) => `${side}.${column}`).join(', ')})`;
  const lines = figures.map((column) => `('${titleOf(column)}', kept.${column}::text, counted.${column}::text)`);
  return `
    SELECT ${place} AS place, f.figure, f.kept, f.counted
      FROM (SELECT *, true AS is_here FROM (${kept}) AS k) AS kept
      FULL JOIN (SELECT *, true AS is_here FROM (${counted}) AS c) AS counted USING (${keys.join(', ')})
     CROSS JOIN LATERAL (VALUES ${lines.join(', ')}) AS f (figure, kept, counted)
     WHERE ${row('kept')} IS DISTINCT FROM ${row('counted')} AND f.kept IS DISTINCT FROM f.counted
       AND ((kept.is_here AND counted.is_here) OR f.figure = '${titleOf(figures[0])}')`;
}

export const alertChainCheck: LedgerCheck = {
  name: 'alert chain',
  holds: 'Every alert matches its last link in the alert chain, and the chain is intact.',
  sql: `
    SELECT concat_ws(', ', 'link ' || position, 'alert ' || alert_id) AS place, problem AS figure, kept, counted
      FROM (${CHAIN_BREAKS_SQL}) AS broken`,
};

const missingEntrySql = (column: 'twin_id' | 'kept_as', figure: string) => `
  SELECT 'import ' || d.import_id || ', row ' || d.row_number AS place, '${figure}' AS figure,
         'entry ' || d.${column} AS kept, NULL::text AS counted
    FROM ledger.duplicate_rows d
   WHERE d.${column} IS NOT NULL AND NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.id = d.${column})`;

/** Only amounts of `money` entries count. */
const money = (type: 'Credit' | 'Debit') => `FILTER (WHERE entry_kind = 'money' AND transaction_type = '${type}')`;

const ENTRY_SUMS = `
  coalesce(sum(amount) ${money('Credit')}, 0)::numeric(24,2) AS credits,
  coalesce(sum(amount) ${money('Debit')}, 0)::numeric(24,2) AS debits,
  count(*) ${money('Credit')} AS credit_count,
  count(*) ${money('Debit')} AS debit_count,
  count(*) AS entries`;

/** An undo is one transaction, so an import keeps its entries until it is undone. */
const IN_LEDGER = `state IN ('stored', 'undoing')`;
/** An undone import retains its declared figures. */
const declaredSql = (column: string) => `CASE WHEN ${IN_LEDGER} THEN ${column} ELSE 0 END`;
const countOfKindSql = (kind: string) => `count(*) FILTER (WHERE entry_kind = '${kind}')`;
const ADVICES = `count(*) FILTER (WHERE entry_kind = 'zero_dollar' AND metadata ->> 'kind' = 'advice')`;
const SUMMED_COLUMNS = 'entries credits debits zero_dollar prenotes returns notices advices'.split(' ');
const COUNTED_COLUMNS = ['members', ...SUMMED_COLUMNS].map((column) => `coalesce(${column}, 0) AS ${column}`);
const SUMS = SUMMED_COLUMNS.map((column) => `sum(${column}) AS ${column}`);

/** Grouping by account first counts accounts without sorting all entries. */
const PER_ACCOUNT = `
  SELECT import_id, account_number, ${ENTRY_SUMS}, ${countOfKindSql('zero_dollar')} - ${ADVICES} AS zero_dollar, ${ADVICES} AS advices,
         ${countOfKindSql('prenote')} AS prenotes, ${countOfKindSql('return')} AS returns,
         ${countOfKindSql('notification_of_change')} AS notices
    FROM ledger.transactions GROUP BY import_id, account_number`;

const entryExistsSql = (column: string) => `EXISTS (SELECT FROM ledger.transactions t WHERE t.id = r.${column})`;

export const LEDGER_CHECKS: readonly LedgerCheck[] = [
  /** Redundant as long as the unique index is healthy. */
  {
    name: 'identities',
    holds: 'No two entries have the same identity.',
    sql: `
    SELECT 'identity ' || transaction_hash AS place, 'entries' AS figure, count(*)::text AS kept, '1' AS counted
      FROM ledger.transactions GROUP BY transaction_hash HAVING count(*) > 1`,
  },
  {
    name: 'imports',
    holds: 'Every import has the entries, kinds, and sums on its receipt, and every entry belongs to a stored import.',
    sql: comparisonQuery({
      place: `'import ' || import_id`,
      keys: ['import_id'],
      kept: `
      SELECT id AS import_id, ${declaredSql('transaction_count')} AS entries, ${declaredSql('member_count')} AS members,
             ${declaredSql('credit_total')}::numeric(24,2) AS credits, ${declaredSql('debit_total')}::numeric(24,2) AS debits,
             ${declaredSql('zero_dollar_count')} AS zero_dollar, ${declaredSql('prenote_count')} AS prenotes,
             ${declaredSql('return_count')} AS returns, ${declaredSql('notice_count')} AS notices,
             ${declaredSql('advice_count')} AS advices
        FROM ledger.imports`,
      counted: `
      SELECT import_id, ${COUNTED_COLUMNS.join(', ')}
        FROM (SELECT id AS import_id FROM ledger.imports) AS known
        FULL JOIN (SELECT import_id, count(*) AS members, ${SUMS.join(', ')}
                     FROM (${PER_ACCOUNT}) AS account GROUP BY import_id) AS stored USING (import_id)`,
      figures: ['entries', 'credits', 'debits', 'members', 'zero_dollar', 'prenotes', 'returns', 'notices', 'advices'],
    }),
  },
  {
    name: 'skipped rows',
    holds: 'Every import lists as many duplicates, kept duplicates, and rejected rows as its receipt shows.',
    sql: comparisonQuery({
      place: `'import ' || import_id`,
      keys: ['import_id'],
      kept: `
      SELECT id AS import_id, duplicate_count AS duplicates, kept_count AS kept, rejected_count AS rejected
        FROM ledger.imports WHERE ${IN_LEDGER}`,
      counted: `
      SELECT i.id AS import_id, coalesce(d.duplicates, 0) AS duplicates, coalesce(d.kept, 0) AS kept,
             coalesce(r.rejected, 0) AS rejected
        FROM ledger.imports i
        LEFT JOIN (SELECT import_id, count(*) AS duplicates, count(kept_as) AS kept
                     FROM ledger.duplicate_rows GROUP BY import_id) d ON d.import_id = i.id
        LEFT JOIN (SELECT import_id, count(DISTINCT row_number) AS rejected
                     FROM ledger.rejected_rows GROUP BY import_id) r ON r.import_id = i.id
       WHERE ${IN_LEDGER}`,
      figures: ['duplicates', 'kept', 'rejected'],
    }),
  },
  /** `duplicate_rows` has no foreign keys. */
  {
    name: 'duplicates',
    holds: 'Every skipped row has its twin in the ledger, and every kept duplicate has its entry.',
    sql: `${missingEntrySql('twin_id', 'twin')} UNION ALL ${missingEntrySql('kept_as', 'kept entry')}`,
  },
  /** `entry_returns` has no foreign keys; its rows are derived from the entries alone. */
  {
    name: 'returns',
    holds: 'Every return and notice is listed once, and its entry and its original are in the ledger.',
    sql: `
    SELECT 'entry ' || t.id AS place, 'return' AS figure, NULL::text AS kept, 'listed' AS counted
      FROM ledger.transactions t
     WHERE t.entry_kind IN ('return', 'notification_of_change')
       AND NOT EXISTS (SELECT FROM ledger.entry_returns r WHERE r.return_id = t.id)
    UNION ALL
    SELECT 'entry ' || r.return_id, 'return', 'listed', NULL FROM ledger.entry_returns r WHERE NOT ${entryExistsSql('return_id')}
    UNION ALL
    SELECT 'entry ' || r.return_id, 'original', 'entry ' || r.original_id, NULL FROM ledger.entry_returns r
     WHERE r.original_id IS NOT NULL AND NOT ${entryExistsSql('original_id')}`,
  },
  {
    name: 'members',
    holds: 'Every account has one member, whose totals, count, and last activity match its entries.',
    sql: comparisonQuery({
      place: `'account ' || account_number`,
      keys: ['account_number'],
      kept: `
      SELECT account_number, count(*) AS members, sum(transaction_count) AS entries,
             sum(total_credits)::numeric(24,2) AS credits, sum(total_debits)::numeric(24,2) AS debits,
             max(last_activity_date) AS last_activity
        FROM ledger.members GROUP BY account_number`,
      counted: `
      SELECT account_number, 1::bigint AS members, ${ENTRY_SUMS}, max(event_date) AS last_activity
        FROM ledger.transactions GROUP BY account_number`,
      figures: ['members', 'entries', 'credits', 'debits', 'last_activity'],
    }),
  },
];
