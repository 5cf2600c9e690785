import type { LedgerRow } from './ledger-row.ts';
import { dashboard, problemsOf, rowOf } from './testing/read-row.ts';

describe('reading a row of the dashboard shape', () => {
  test('every field finds its place and what has none stays in the metadata', () => {
    expect(rowOf(dashboard)).toEqual({
      company: 'Unknown originator',
      lastName: 'Example',
      firstName: 'Robin',
      middleInitial: 'Q',
      accountNumber: '1000000001',
      originalAccount: '1000000001',
      transactionCode: '',
      amountCents: 123456,
      transactionType: 'Credit',
      entryKind: 'money',
      checkTracerNumber: null,
      addenda: null,
      batch: null,
      settlementDate: null,
      effectiveDate: null,
      postingDate: '2026-03-02',
      postingMinute: 870,
      entryDescription: 'ACME PAYROLL 0302',
      class: 'PPD',
      metadata: {
        memberName: 'Robin Q Example',
        accountId: '1000000001',
        memberId: 'M-17',
        routingNumber: '091000019',
      },
    } satisfies LedgerRow);
  });

  test('what it leaves open is nothing, and no metadata', () => {
    const { memberName, accountId, transactionType, amount, transactionDate } = dashboard;
    const row = rowOf({ memberName, accountId, transactionType, amount, transactionDate });
    expect(row).toMatchObject({ company: 'Unknown originator', class: null, entryDescription: null });
    expect(row.metadata).toEqual({ memberName, accountId });
  });

  test.each(['accountId', 'memberName', 'transactionDate', 'memberId'])(
    '%s alone tells the shape',
    (field) => {
      const problems = problemsOf({ [field]: 'x' });
      expect(problems.filter((problem) => problem.includes('company:'))).toEqual([]);
      expect(problems.filter((problem) => problem.includes('amount:'))).toHaveLength(1);
    },
  );

  test.each([
    ['deposit', 'Credit'],
    ['Credit', 'Credit'],
    ['withdrawal', 'Debit'],
    ['DEBIT', 'Debit'],
    ['payment', 'Debit'],
  ])('%s is a %s', (word, transactionType) => {
    expect(rowOf({ ...dashboard, transactionType: word }).transactionType).toBe(transactionType);
  });

  test.each(['transfer', 'fee', 'Credit/Debit', '__proto__', 'constructor'])(
    'the type %s is rejected',
    (word) => {
      expect(problemsOf({ ...dashboard, transactionType: word })).toEqual([
        'transactionType: the type must be Credit, Debit, deposit, withdrawal or payment',
      ]);
    },
  );

  test.each(['memberName', 'accountId', 'transactionType', 'amount', 'transactionDate'])(
    'without %s the row is rejected',
    (field) => {
      expect(problemsOf({ ...dashboard, [field]: '' })).toEqual([
        `${field}: the field is required and is missing or empty`,
      ]);
    },
  );

  test('a wrong date is one problem, not two', () => {
    expect(problemsOf({ ...dashboard, transactionDate: '2024-02-30' })).toHaveLength(1);
  });

  test('a one-word member name is a last name', () => {
    expect(rowOf({ ...dashboard, memberName: 'Example' })).toMatchObject({
      firstName: '',
      lastName: 'Example',
    });
  });
});
