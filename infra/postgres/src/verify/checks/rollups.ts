import { UNKNOWN_COMPANY } from '@clearwatch/domain/ledger/ledger-row';
import { type Comparison, compared, type LedgerCheck } from '../ledger-check.ts';
import { PROJECTED, PROJECTED_OF_COMPANIES } from './projected.ts';

const PROJECTED_SUMS = `
  sum(credits)::numeric(24,2) AS credits, sum(debits)::numeric(24,2) AS debits, sum(credit_count) AS credit_count,
  sum(debit_count) AS debit_count, sum(entries) AS entries`;

const MONEY_FIGURES = {
  entries: 'entries',
  credits: 'credits',
  debits: 'debits',
  'number of credits': 'credit_count',
  'number of debits': 'debit_count',
};

type Rollup = Pick<Comparison, 'place' | 'keys'> & { table: string; holds: string; of?: string };

function ofMoney({ table, holds, place, keys, of = PROJECTED }: Rollup): LedgerCheck {
  const key = keys.join(', ');
  return {
    name: table.replace('_', ' '),
    holds,
    sql: compared({
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

const DAY = `CASE WHEN day = '-infinity' THEN 'without a date' ELSE day::text END`;

export const ledgerDays = ofMoney({
  table: 'ledger_days',
  holds: 'The figures of each day are those of its entries.',
  place: DAY,
  keys: ['day'],
});

export const accountDays = ofMoney({
  table: 'account_days',
  holds: 'The figures of each account and day are those of its entries.',
  place: `'account ' || account_number || ', ' || ${DAY}`,
  keys: ['account_number', 'day'],
});

export const companyDays = ofMoney({
  table: 'company_days',
  holds: 'The figures of each company and day are those of its entries.',
  place: `'company ' || company || ', ' || ${DAY}`,
  keys: ['company', 'day'],
  of: PROJECTED_OF_COMPANIES,
});

export const companyAccounts: LedgerCheck = {
  name: 'company accounts',
  holds: 'Which accounts met which company, when, and what went between them, is what the entries say.',
  sql: compared({
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
    figures: {
      ...MONEY_FIGURES,
      'first day': 'first_day',
      'last day': 'last_day',
      'first debit': 'first_debit',
    },
  }),
};

/** What leaves is told by company, not by code: until it has left, such companies say nothing. */
const NOT_WAITING = `
  company NOT IN (SELECT company FROM ledger.undo_changes WHERE import_id NOT IN (SELECT import_id FROM analytics.projected_undos))
  AND company NOT IN (SELECT company FROM ledger.purge_changes WHERE purge_id NOT IN (SELECT purge_id FROM analytics.projected_purges))`;

export const companyDayCodes: LedgerCheck = {
  name: 'company day codes',
  holds:
    'By which codes each company moves money on each day, and the largest amount, is what the entries say.',
  sql: compared({
    place: `'company ' || company || ', ' || ${DAY} || ', code ' || transaction_code || ', ' || transaction_type`,
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
    figures: {
      transactions: 'transactions',
      amount: 'amount',
      'largest amount': 'peak',
      'IAT entries': 'international',
    },
  }),
};
