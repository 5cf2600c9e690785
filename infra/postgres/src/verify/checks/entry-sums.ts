/** Of entries: only those of kind `money` move any (returns, prenotes, notices and zero-dollar entries do not). */
const money = (type: 'Credit' | 'Debit') =>
  `FILTER (WHERE entry_kind = 'money' AND transaction_type = '${type}')`;

/** What entries add up to; wide enough for the largest ledger, with two places. */
export const ENTRY_SUMS = `
  coalesce(sum(amount) ${money('Credit')}, 0)::numeric(24,2) AS credits,
  coalesce(sum(amount) ${money('Debit')}, 0)::numeric(24,2) AS debits,
  count(*) ${money('Credit')} AS credit_count,
  count(*) ${money('Debit')} AS debit_count,
  count(*) AS entries`;
