import { JsonElementReader } from '../json/json-element-reader.ts';
import { UnreadableElement } from '../json/parse-json-elements.ts';
import type { LedgerRow } from './ledger-row.ts';
import { readTransactionRow } from './read-transaction-row.ts';
import { CONTEXT, dashboard, extraction, problemsOf, rowOf } from './testing/transaction-row-fixtures.ts';

describe('dashboard rows', () => {
  test('a dashboard row maps every known field and keeps unmapped fields in the metadata', () => {
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

  test('a dashboard row leaves missing fields null and adds no metadata for them', () => {
    const { memberName, accountId, transactionType, amount, transactionDate } = dashboard;
    const row = rowOf({ memberName, accountId, transactionType, amount, transactionDate });
    expect(row).toMatchObject({ company: 'Unknown originator', class: null, entryDescription: null });
    expect(row.metadata).toEqual({ memberName, accountId });
  });

  test.each(['accountId', 'memberName', 'transactionDate', 'memberId'])(
    'a row is recognized as a dashboard row by %s alone',
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
  ])('the type %s of a dashboard row is read as a %s', (word, transactionType) => {
    expect(rowOf({ ...dashboard, transactionType: word }).transactionType).toBe(transactionType);
  });

  test.each(['transfer', 'fee', 'Credit/Debit', '__proto__', 'constructor'])(
    'the type %s of a dashboard row is rejected',
    (word) => {
      expect(problemsOf({ ...dashboard, transactionType: word })).toEqual([
        'transactionType: this type is unknown; use Credit, Debit, deposit, withdrawal or payment',
      ]);
    },
  );

  test.each(['memberName', 'accountId', 'transactionType', 'amount', 'transactionDate'])(
    'a dashboard row without %s is rejected',
    (field) => {
      expect(problemsOf({ ...dashboard, [field]: '' })).toEqual([
        `${field}: the field is required and is missing or empty`,
      ]);
    },
  );

  test('a dashboard row reports a wrong date once', () => {
    expect(problemsOf({ ...dashboard, transactionDate: '2024-02-30' })).toHaveLength(1);
  });

  test('a one-word member name in a dashboard row is read as a last name', () => {
    expect(rowOf({ ...dashboard, memberName: 'Example' })).toMatchObject({
      firstName: '',
      lastName: 'Example',
    });
  });
});

const LONGEST = {
  company: 200,
  last_name: 120,
  account_number: 64,
  transaction_code: 32,
  addenda: 8000,
} as const;

describe('extraction rows', () => {
  test('an extraction row maps every field', () => {
    const more = {
      middle_initial: 'Q',
      check_tracer_number: '091000010000001',
      addenda: 'INVOICE 12',
      batch: '0000007',
      settlement_date: '3/3/2026',
      effective_date: '20260303',
      entry_description: 'PAYROLL',
      class: 'ppd',
    };
    expect(rowOf({ ...extraction, ...more })).toEqual({
      company: 'ACME INC',
      lastName: 'Example',
      firstName: 'Robin',
      middleInitial: 'Q',
      accountNumber: '1000000001',
      originalAccount: '1000000002',
      transactionCode: '22',
      amountCents: 123456,
      transactionType: 'Credit',
      entryKind: 'money',
      checkTracerNumber: '091000010000001',
      addenda: 'INVOICE 12',
      batch: '0000007',
      settlementDate: '2026-03-03',
      effectiveDate: '2026-03-03',
      postingDate: '2026-03-02',
      postingMinute: null,
      entryDescription: 'PAYROLL',
      class: 'PPD',
      metadata: null,
    } satisfies LedgerRow);
  });

  test("an extraction row may use the ledger's own camel-case names and trace_number", () => {
    const { last_name: lastName, first_name: firstName, account_number: accountNumber, ...rest } = extraction;
    const { original_account: originalAccount, transaction_code: transactionCode, amount, company } = rest;
    const row = rowOf({
      lastName,
      firstName,
      accountNumber,
      originalAccount,
      transactionCode,
      amount,
      company,
      transactionType: 'debit',
      postingDate: '2026-03-02',
      trace_number: '91',
    });
    expect(row).toMatchObject({
      lastName: 'Example',
      transactionType: 'Debit',
      checkTracerNumber: '91',
      postingDate: '2026-03-02',
    });
  });

  test.each([
    'company',
    'last_name',
    'first_name',
    'account_number',
    'original_account',
    'transaction_code',
    'amount',
    'transaction_type',
  ])('an extraction row without %s is rejected', (field) => {
    expect(problemsOf({ ...extraction, [field]: undefined })).toEqual([
      `${field}: the field is required and is missing or empty`,
    ]);
    expect(problemsOf({ ...extraction, [field]: '  ' })).toEqual([
      `${field}: the field is required and is missing or empty`,
    ]);
    expect(problemsOf({ ...extraction, [field]: null })).toHaveLength(1);
  });

  test('an extraction row reports all its problems together, with values truncated to 200 characters', () => {
    const read = readTransactionRow(
      {
        ...extraction,
        amount: '1.005',
        transaction_type: 'gift',
        posting_date: '2024-02-30',
        company: 'x'.repeat(5000),
      },
      CONTEXT,
    );
    const problems = 'problems' in read ? read.problems : [];
    expect(problems.map(({ field }) => field).toSorted()).toEqual([
      'amount',
      'company',
      'posting_date',
      'transaction_type',
    ]);
    expect(Math.max(...problems.map(({ value }) => value.length))).toBe(200);
  });

  test.each(Object.entries(LONGEST))('an extraction row accepts %s up to %i characters', (field, longest) => {
    expect(problemsOf({ ...extraction, [field]: 'x'.repeat(longest) })).toEqual([]);
    expect(problemsOf({ ...extraction, [field]: 'x'.repeat(longest + 1) })).toEqual([
      `${field}: the text is longer than ${longest} characters; shorten it`,
    ]);
  });

  test('an extraction row uses the first field name with a value', () => {
    const { company, ...rest } = extraction;
    for (const nothing of [null, undefined, ''])
      expect(rowOf({ ...rest, company: nothing, companyName: company }).company).toBe('ACME INC');
    expect(rowOf({ ...extraction, companyName: 'OTHER' }).company).toBe('ACME INC');
    expect(rowOf({ ...extraction, posting_date: '2026-03-02T14:30' }).postingMinute).toBe(870);
  });

  test('an extraction row is accepted without a date', () => {
    expect(rowOf({ ...extraction, posting_date: undefined })).toMatchObject({
      postingDate: null,
      postingMinute: null,
      settlementDate: null,
      effectiveDate: null,
      class: null,
    });
  });

  test('an extraction row keeps every digit of unquoted numbers', () => {
    const file = `[${JSON.stringify(extraction).replace('"$1,234.56"', '0.10').replace('"1000000001"', '12345678901234567890')}]`;
    const reader = new JsonElementReader();
    const [element] = [...reader.push(Buffer.from(file)), ...reader.end()].flatMap(({ elements }) => elements);
    expect(rowOf(element)).toMatchObject({ amountCents: 10, accountNumber: '12345678901234567890' });
  });
});

describe('import rows', () => {
  test('import rows read a negative debit as a debit and reject a negative credit', () => {
    expect(rowOf({ ...dashboard, amount: '-12.00', transactionType: 'payment' })).toMatchObject({
      amountCents: 1200,
      transactionType: 'Debit',
    });
    expect(rowOf({ ...extraction, amount: '(12.00)', transaction_type: 'Debit' }).amountCents).toBe(1200);
    expect(problemsOf({ ...extraction, amount: '-12.00' })).toEqual([
      expect.stringContaining('amount: a credit cannot be negative'),
    ]);
    expect(problemsOf({ ...extraction, amount: '-0.01' })).toHaveLength(1);
    expect(problemsOf({ ...extraction, amount: '0.00' })).toEqual([]);
  });

  test('import rows keep and mark zero-dollar entries and prenotes', () => {
    expect(rowOf({ ...extraction, amount: '0.00' }).entryKind).toBe('zero_dollar');
    expect(rowOf({ ...extraction, amount: '0', transaction_code: '23' }).entryKind).toBe('prenote');
    expect(rowOf({ ...extraction, amount: '0', addenda: 'C01 12345' }).entryKind).toBe('notification_of_change');
    expect(rowOf({ ...extraction, entry_description: 'RETURN R01' }).entryKind).toBe('return');
  });

  test('import rows replace control characters in prose with spaces and reject them in numbers', () => {
    expect(rowOf({ ...extraction, company: 'AC\u0000ME\tCO\u009f' }).company).toBe('AC ME CO');
    expect(problemsOf({ ...extraction, account_number: '1000\u00000001' })).toEqual([
      expect.stringContaining('account_number: the value contains a control character'),
    ]);
  });

  test('import rows replace lone surrogates, because equal rows would otherwise differ after storage', () => {
    expect(rowOf({ ...extraction, company: 'ACME \uD800' }).company).toBe('ACME \uFFFD');
  });

  test.each([[['1']], [{ value: '1' }], [true], [[]]])('import rows are rejected for %j in place of text', (value) => {
    expect(problemsOf({ ...extraction, company: value })).toEqual([
      expect.stringContaining('company: the value must be text'),
    ]);
  });

  test.each([[null], ['text'], [12], [true], [[extraction]], [undefined]])(
    'the import element %j is rejected because it is not a row',
    (element) => {
      expect(problemsOf(element)).toEqual(['row: a row must be an object in { } with named fields']);
    },
  );

  test('import rows convert numbers to their written form', () => {
    expect(rowOf({ ...extraction, account_number: 17, amount: '12.50' })).toMatchObject({
      accountNumber: '17',
    });
    expect(problemsOf({ ...extraction, account_number: Infinity })).toEqual([
      expect.stringContaining('account_number: the value must be text or a number'),
    ]);
  });

  test('an import row reports why its element could not be read', () => {
    const element = new UnreadableElement('it is nested too deep');
    expect(problemsOf(element)).toEqual(['row: it is nested too deep']);
  });

  test('import rows report wrong values as written in the file', () => {
    const shownOf = (value: unknown): string | undefined => {
      const read = readTransactionRow({ ...extraction, company: value }, CONTEXT);
      return 'problems' in read ? read.problems[0]?.value : undefined;
    };
    expect([null, undefined, true, [1, 'a'], { b: 2 }].map(shownOf)).toEqual(['', '', 'true', '[1,"a"]', '{"b":2}']);
  });

  test('import rows ignore inherited and odd keys', () => {
    const inherited: unknown = Object.create({ company: 'ACME' });
    expect(problemsOf(Object.assign(inherited as object, { ...extraction, company: undefined }))).toHaveLength(1);
    expect(problemsOf(Object.create(extraction))).toHaveLength(8);
    expect(problemsOf(JSON.parse('{"__proto__":{"company":"ACME"}}')).length).toBe(8);
  });
});
