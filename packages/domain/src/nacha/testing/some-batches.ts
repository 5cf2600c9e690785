import type { TestBatch } from './a-nacha-file.ts';

/** A credit, and a debit of $9.99. */
export const PAYROLL: TestBatch = {
  sec: 'PPD',
  entries: [{}, { fields: { transactionCode: '27', amount: '999' } }],
};

/** One debit, of a store. */
export const PURCHASES: TestBatch = {
  sec: 'WEB',
  header: { companyName: 'ACME STORE' },
  entries: [{ fields: { transactionCode: '27' } }],
};
