/** What is counted of entries, as columns of a query that groups them. Only `money` is ever a credit or a debit. */
export const CREDITS = `coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit' AND entry_kind = 'money'), 0)`;
export const DEBITS = `coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit' AND entry_kind = 'money'), 0)`;
export const CREDIT_COUNT = `count(*) FILTER (WHERE transaction_type = 'Credit' AND entry_kind = 'money')`;
export const DEBIT_COUNT = `count(*) FILTER (WHERE transaction_type = 'Debit' AND entry_kind = 'money')`;

/** Accounting advices are stored as zero-dollar entries; their metadata tell them apart. */
const IS_ADVICE = `entry_kind = 'zero_dollar' AND metadata ->> 'kind' = 'advice'`;

export const KIND_COUNTS = `count(*) FILTER (WHERE entry_kind = 'zero_dollar' AND (${IS_ADVICE}) IS NOT TRUE) AS zero_dollar,
    count(*) FILTER (WHERE ${IS_ADVICE}) AS advices,
    count(*) FILTER (WHERE entry_kind = 'prenote') AS prenotes,
    count(*) FILTER (WHERE entry_kind = 'return') AS returns,
    count(*) FILTER (WHERE entry_kind = 'notification_of_change') AS notices`;
