import type { Transaction } from '@clearwatch/contracts/transactions.dto';

/** A complete entry of the ledger; a test names only what it is about. */
export function anEntry(over: Partial<Transaction> = {}): Transaction {
  return Object.assign(
    {
      id: 9001,
      company: 'Example Payroll Co',
      lastName: 'Sample',
      firstName: 'Dana',
      middleInitial: null,
      memberName: 'Dana Sample',
      accountNumber: '100000017',
      originalAccount: '100000017',
      transactionCode: '22',
      amount: '1250.00',
      transactionType: 'Credit',
      entryKind: 'money',
      returnedWith: null,
      checkTracerNumber: '121042880000001',
      addenda: null,
      batch: '1',
      settlementDate: '2026-11-16',
      effectiveDate: null,
      postingDate: null,
      entryDescription: 'PAYROLL',
      class: 'PPD',
      metadata: null,
      transactionHash: '0123456789abcdef'.repeat(4),
      importId: 3,
      line: 1204,
      createdAt: new Date(2026, 10, 20, 9, 30).toISOString(),
    } as const,
    over,
  );
}
