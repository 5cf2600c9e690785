/** Reasons that apply only to debits or only to credits (Nacha Operating Rules, Appendix Four, Return Reason Codes). */
const DEBIT_RETURN_REASONS =
  "'R01', 'R05', 'R07', 'R08', 'R09', 'R10', 'R11', 'R29', 'R33', 'R35', 'R37', 'R38', 'R39', 'R50', 'R51', 'R52', 'R53'";
const CREDIT_RETURN_REASONS = "'R23', 'R36'";

/**
 * SQL: whether a return sends back a debit. The transaction type does not show it: NACHA files give a return the
 * direction of the original entry, most other systems the opposite one. The transaction code decides (Appendix Three:
 * 26, 36, 46 and 56 return debits, 21, 31, 41 and 51 credits), then the reason. Otherwise a return counts as a debit,
 * as nearly all are, unless its type and code are those of a credit. Analytics and reports must use the same condition.
 * @param entry alias of the return's row in `ledger.transactions`
 * @param noted alias of its row in `ledger.entry_returns`
 */
export const isReturnedDebitSql = ({ entry, noted }: { entry: string; noted: string }): string => `
  (CASE WHEN ${entry}.transaction_code ~ '^[2-5]6$' THEN true
        WHEN ${entry}.transaction_code ~ '^[2-5]1$' THEN false
        WHEN ${noted}.reason_code IN (${DEBIT_RETURN_REASONS}) THEN true
        WHEN ${noted}.reason_code IN (${CREDIT_RETURN_REASONS}) THEN false
        ELSE ${entry}.transaction_type = 'Debit' OR ${entry}.transaction_code !~ '^[2-5][234]$' END)`;
