import { UNKNOWN_COMPANY } from '@clearwatch/domain/ledger/ledger-row';
import { type Comparison, comparisonQuery, type LedgerCheck } from './ledger-checks.ts';

/**
 * Entries in projected imports, and removed entries that the rollups still contain. Undated entries have the day
 * '-infinity'.
 */
const PROJECTED = `
  SELECT t.account_number, t.company, coalesce(t.event_date, '-infinity')::date AS day,
         CASE WHEN t.entry_kind = 'money' AND t.transaction_type = 'Credit' THEN t.amount ELSE 0 END AS credits,
         CASE WHEN t.entry_kind = 'money' AND t.transaction_type = 'Debit' THEN t.amount ELSE 0 END AS debits,
         CASE WHEN t.entry_kind = 'money' AND t.transaction_type = 'Credit' THEN 1 ELSE 0 END AS credit_count,
         CASE WHEN t.entry_kind = 'money' AND t.transaction_type = 'Debit' THEN 1 ELSE 0 END AS debit_count,
         1 AS entries
    FROM ledger.transactions t
   WHERE t.import_id IN (SELECT import_id FROM analytics.projected_imports)
  UNION ALL
  SELECT c.account_number, c.company, c.day, c.credits, c.debits, c.credit_count, c.debit_count, c.entries
    FROM ledger.undo_changes c
   WHERE c.import_id IN (SELECT import_id FROM analytics.projected_imports)
     AND c.import_id NOT IN (SELECT import_id FROM analytics.projected_undos)
  UNION ALL
  SELECT c.account_number, c.company, c.day, c.credits, c.debits, c.credit_count, c.debit_count, c.entries
    FROM ledger.purge_changes c WHERE c.purge_id NOT IN (SELECT purge_id FROM analytics.projected_purges)`;

const PROJECTED_OF_COMPANIES = `SELECT * FROM (${PROJECTED}) AS all_projected WHERE company <> '${UNKNOWN_COMPANY}'`;

const ARRIVAL_DAY = `CASE WHEN day = 'infinity' THEN 'without a date' ELSE day::text END`;

const PROJECTED_SUMS = `
  sum(credits)::numeric(24,2) AS credits, sum(debits)::numeric(24,2) AS debits, sum(credit_count) AS credit_count,
  sum(debit_count) AS debit_count, sum(entries) AS entries`;

const MONEY_FIGURES = ['entries', 'credits', 'debits', 'credit_count', 'debit_count'];

type Rollup = Pick<Comparison, 'place' | 'keys'> & { table: string; holds: string; of?: string };

function moneyRollupCheck({ table, holds, place, keys, of = PROJECTED }: Rollup): LedgerCheck {
  const key = keys.join(', ');
  return {
    name: table.replace('_', ' '),
    holds,
    sql: comparisonQuery({
      place,
      keys,
      kept: `
        SELECT ${key}, credits::numeric(24,2) AS credits, debits::numeric(24,2) AS debits, credit_count, debit_count,
               entries FROM analytics.${table}`,
      counted: `
        SELECT ${key}, ${PROJECTED_SUMS}
          FROM (${of}) AS projected GROUP BY ${key}`,
      figures: MONEY_FIGURES,
    }),
  };
}

const ROLLUP_DAY = `CASE WHEN day = '-infinity' THEN 'without a date' ELSE day::text END`;

/** Removals are recorded by company, not by code, so companies with pending removals are skipped. */
const NOT_WAITING = `
  company NOT IN (SELECT company FROM ledger.undo_changes WHERE import_id NOT IN (SELECT import_id FROM analytics.projected_undos))
  AND company NOT IN (SELECT company FROM ledger.purge_changes WHERE purge_id NOT IN (SELECT purge_id FROM analytics.projected_purges))`;

/** Other imports are searched directly in the ledger (services/reports/src/search/search-query.ts). */
const SEARCHED_IMPORTS = `
  SELECT s.import_id FROM reports.search_imports s JOIN ledger.imports i ON i.id = s.import_id
   WHERE i.state IN ('stored', 'undoing')
     AND (s.entries, s.credits, s.debits) = (i.transaction_count, i.credit_total, i.debit_total)`;

const searchSumsSql = (table: string) => `
  SELECT import_id, count(*) AS entries, sum(amount)::numeric(24,2) AS amounts FROM ${table}
   WHERE import_id IN (${SEARCHED_IMPORTS}) GROUP BY import_id`;

export const ROLLUP_CHECKS: readonly LedgerCheck[] = [
  moneyRollupCheck({
    table: 'ledger_days',
    holds: 'The figures for each day match its entries.',
    place: ROLLUP_DAY,
    keys: ['day'],
  }),
  moneyRollupCheck({
    table: 'account_days',
    holds: 'The figures for each account and day match the entries.',
    place: `'account ' || account_number || ', ' || ${ROLLUP_DAY}`,
    keys: ['account_number', 'day'],
  }),
  moneyRollupCheck({
    table: 'company_days',
    holds: 'The figures for each company and day match the entries.',
    place: `'company ' || company || ', ' || ${ROLLUP_DAY}`,
    keys: ['company', 'day'],
    of: PROJECTED_OF_COMPANIES,
  }),
  {
    name: 'company accounts',
    holds: 'The accounts of each company, with their days and amounts, match the entries.',
    sql: comparisonQuery({
      place: `'company ' || company || ', account ' || account_number`,
      keys: ['company', 'account_number'],
      kept: `
      SELECT company, account_number, entries, credits::numeric(24,2) AS credits, debits::numeric(24,2) AS debits,
             credit_count, debit_count, first_day, last_day, first_debit FROM analytics.company_accounts`,
      counted: `
      SELECT company, account_number, ${PROJECTED_SUMS}, min(nullif(day, '-infinity')) AS first_day,
             max(nullif(day, '-infinity')) AS last_day,
             min(nullif(day, '-infinity')) FILTER (WHERE debit_count > 0) AS first_debit
        FROM (${PROJECTED_OF_COMPANIES}) AS projected GROUP BY company, account_number`,
      figures: [...MONEY_FIGURES, 'first_day', 'last_day', 'first_debit'],
    }),
  },
  {
    name: 'company day codes',
    holds: 'The transaction codes and largest amount for each company and day match the entries.',
    sql: comparisonQuery({
      place: `'company ' || company || ', ' || ${ROLLUP_DAY} || ', code ' || transaction_code || ', ' || transaction_type`,
      keys: ['company', 'day', 'transaction_code', 'transaction_type'],
      kept: `
      SELECT company, day, transaction_code, transaction_type, transactions, amount::numeric(24,2) AS amount, peak,
             international FROM analytics.company_day_codes WHERE ${NOT_WAITING}`,
      counted: `
      SELECT company, coalesce(event_date, '-infinity')::date AS day, transaction_code,
             transaction_type::text AS transaction_type, count(*) FILTER (WHERE entry_kind = 'money') AS transactions,
             coalesce(sum(amount) FILTER (WHERE entry_kind = 'money'), 0)::numeric(24,2) AS amount,
             coalesce(max(amount) FILTER (WHERE entry_kind = 'money'), 0)::numeric(12,2) AS peak,
             count(*) FILTER (WHERE class = 'IAT') AS international
        FROM ledger.transactions
       WHERE import_id IN (SELECT import_id FROM analytics.projected_imports) AND company <> '${UNKNOWN_COMPANY}' AND ${NOT_WAITING}
       GROUP BY 1, 2, 3, 4`,
      figures: ['transactions', 'amount', 'peak', 'international'],
    }),
  },
  {
    name: 'company arrivals',
    holds: 'The number of new accounts for each company and day matches the entries.',
    sql: comparisonQuery({
      place: `'company ' || company_key || ', ' || ${ARRIVAL_DAY}`,
      keys: ['company_key', 'day'],
      kept: `SELECT company_key, day, accounts, debited FROM analytics.company_arrivals WHERE accounts <> 0 OR debited <> 0`,
      counted: `
      WITH met AS (
        SELECT company_key, coalesce(min(nullif(day, '-infinity')), 'infinity') AS first_day,
               min(nullif(day, '-infinity')) FILTER (WHERE debit_count > 0) AS first_debit
          FROM (${PROJECTED}) AS projected JOIN analytics.company_names USING (company)
         GROUP BY company_key, account_number)
      SELECT company_key, day, sum(accounts)::integer AS accounts, sum(debited)::integer AS debited
        FROM (SELECT company_key, first_day AS day, 1 AS accounts, 0 AS debited FROM met
               UNION ALL
              SELECT company_key, first_debit, 0, 1 FROM met WHERE first_debit IS NOT NULL) AS steps
       GROUP BY 1, 2`,
      figures: ['accounts', 'debited'],
    }),
  },
  {
    name: 'searchable entries',
    holds: 'The search index has exactly the entries in the ledger, with their amounts.',
    sql: comparisonQuery({
      place: `'import ' || import_id`,
      keys: ['import_id'],
      kept: searchSumsSql('reports.search_entries'),
      counted: searchSumsSql('ledger.transactions'),
      figures: ['entries', 'amounts'],
    }),
  },
];
