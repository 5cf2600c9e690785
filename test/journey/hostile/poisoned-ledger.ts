import { generateLedger } from '@clearwatch/sample-data/generate-ledger';

/** Runs where markup in data is taken for markup: no slash, so that it survives as a file's name too. */
export const MARKUP = '<img src=injected onerror=hacked()>';

/** A ledger that raises alerts, with markup in every text a bank is sent by strangers; its last row is rejected. */
export function poisonedLedger(): { transactions: Record<string, string>[] } {
  const sample = { seed: 11, transactions: 3_000, accounts: 200, lastDay: '2026-10-30' };
  const transactions = [...generateLedger(sample)].map((entry) => ({
    company: `${entry.company}${MARKUP}`,
    first_name: `${entry.firstName}${MARKUP}`,
    last_name: `${entry.lastName}</script><script>hacked()</script>`,
    account_number: entry.accountNumber,
    original_account: entry.accountNumber,
    transaction_code: entry.transactionCode,
    amount: (entry.cents / 100).toFixed(2),
    transaction_type: entry.transactionType,
    posting_date: entry.postingDate,
    check_tracer_number: entry.traceNumber,
    entry_description: `PAY${MARKUP}`,
    addenda: `{{constructor.constructor('hacked()')()}}${MARKUP}`,
  }));
  return {
    transactions: [...transactions, { ...transactions[0], amount: `12${MARKUP}` }],
  };
}
