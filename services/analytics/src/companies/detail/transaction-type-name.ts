const ACCOUNTS: Readonly<Record<string, string>> = {
  '2': 'Checking',
  '3': 'Savings',
  '4': 'General Ledger',
  '5': 'Loan',
};

/**
 * A transaction code as people call it: "Checking Debit (27)". The first digit says the account (Nacha Operating Rules,
 * Appendix Three); what brings no code, or none of these, is called by its direction.
 */
export function transactionTypeName({ code, direction }: { code: string; direction: string }): string {
  const account = /^\d\d$/.test(code) ? ACCOUNTS[code.charAt(0)] : undefined;
  const words = account === undefined ? direction : `${account} ${direction}`;
  return code === '' ? words : `${words} (${code})`;
}
