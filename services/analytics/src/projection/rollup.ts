import { UNKNOWN_COMPANY } from '@clearwatch/domain/ledger/ledger-row';

/**
 * The rollups that count money per key and day. Entries that move no money (prenotes, zero-dollar, notifications of
 * change) and returns are only counted in `entries`. Dateless entries go under '-infinity': no period contains it.
 */
export const SUMS = `
           coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit'), 0) AS credits,
           coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit'), 0) AS debits,
           count(*) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit') AS credit_count,
           count(*) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit') AS debit_count,
           count(*) AS entries`;
/** Of money only: the first day on which the account was debited. */
export const FIRST_DEBIT = `min(event_date) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit')`;

/** Money by code, its largest amount, and how many entries of any kind are of class IAT. */
export const CODE_FIGURES = ['transactions', 'amount', 'peak', 'international'] as const;
export const CODE_SUMS = `
           count(*) FILTER (WHERE entry_kind = 'money') AS transactions,
           coalesce(sum(amount) FILTER (WHERE entry_kind = 'money'), 0) AS amount,
           coalesce(max(amount) FILTER (WHERE entry_kind = 'money'), 0) AS peak,
           count(*) FILTER (WHERE class = 'IAT') AS international`;
export const FIGURES = ['credits', 'debits', 'credit_count', 'debit_count', 'entries'] as const;

/** As SQL. No rollup of companies has it: it stands for many, none of which is known. */
export const UNKNOWN_COMPANY_SQL = `'${UNKNOWN_COMPANY}'`;
