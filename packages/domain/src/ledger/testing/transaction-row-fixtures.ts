import type { LedgerRow } from '../ledger-row.ts';
import { readTransactionRow } from '../read-transaction-row.ts';

export const CONTEXT = { latestDay: '2027-12-31' };

/** A row in the extraction shape. */
export const extraction = {
  company: 'ACME INC',
  last_name: 'Example',
  first_name: 'Robin',
  account_number: '1000000001',
  original_account: '1000000002',
  transaction_code: '22',
  amount: '$1,234.56',
  transaction_type: 'Credit',
  posting_date: '2026-03-02',
};

/** A row in the dashboard shape. */
export const dashboard = {
  memberId: 'M-17',
  memberName: 'Robin Q Example',
  accountId: '1000000001',
  transactionType: 'deposit',
  amount: '1234.56',
  transactionDate: '2026-03-02T14:30:00Z',
  description: 'ACME PAYROLL 0302',
  routingNumber: '091000019',
  achCode: 'ppd',
};

export function rowOf(element: unknown): LedgerRow {
  const read = readTransactionRow(element, CONTEXT);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.row;
}

/** A row's problems, one sentence each. */
export function problemsOf(element: unknown): string[] {
  const read = readTransactionRow(element, CONTEXT);
  return 'problems' in read ? read.problems.map(({ field, reason }) => `${field}: ${reason}`) : [];
}
