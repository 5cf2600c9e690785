import {
  addTotals,
  type ControlTotals,
  differingTotals,
  formatTotalDollars,
  NO_TOTALS,
} from './nacha-control-totals.ts';
import { aNachaFile, readNacha, type TestBatch } from './testing/nacha-fixtures.ts';

const BATCH: ControlTotals = {
  entryAddendaCount: 3,
  entryHash: 9_100_001,
  debitCents: 999,
  creditCents: 125_000,
};

describe('control totals', () => {
  test('the control totals of a file are the sums of its batches', () => {
    const second = { entryAddendaCount: 2, entryHash: 12_104_288, debitCents: 1, creditCents: 50 };
    expect(addTotals(addTotals(NO_TOTALS, BATCH), second)).toEqual({
      entryAddendaCount: 5,
      entryHash: 21_204_289,
      debitCents: 1_000,
      creditCents: 125_050,
    });
  });

  test('control totals keep the last ten digits of the entry hash', () => {
    const totals = addTotals({ ...BATCH, entryHash: 9_999_999_999 }, { ...NO_TOTALS, entryHash: 1 });
    expect(totals.entryHash).toBe(0);
    expect(addTotals(totals, { ...NO_TOTALS, entryHash: 12_104_288 }).entryHash).toBe(12_104_288);
  });

  test('control totals do not change after they are read', () => {
    const before = { ...NO_TOTALS };
    const after = addTotals(before, { ...NO_TOTALS, entryAddendaCount: 1 });
    expect(before.entryAddendaCount).toBe(0);
    expect(after.entryAddendaCount).toBe(1);
  });

  test.each(['entryAddendaCount', 'entryHash', 'debitCents', 'creditCents'] as const)(
    'control totals differ when the %s differs by one',
    (name) => {
      expect(differingTotals(BATCH, { ...BATCH, [name]: BATCH[name] + 1 })).toEqual([name]);
    },
  );

  test.each([
    [0, '$0.00'],
    [7, '$0.07'],
    [100, '$1.00'],
    [99_999, '$999.99'],
    [100_000, '$1,000.00'],
    [123_456_789_012, '$1,234,567,890.12'],
  ])('control totals of %i cents are formatted as %s', (cents, dollars) => {
    expect(formatTotalDollars(cents)).toBe(dollars);
  });
});

const PAYROLL: TestBatch = {
  sec: 'PPD',
  entries: [{}, { fields: { transactionCode: '27', amount: '999' } }],
};

describe('batch and file controls', () => {
  test.each([6, 7, 16, 17])(
    'the control of a NACHA file with %i entries counts a partly filled block of ten records',
    (count) => {
      const entries = Array.from({ length: count }, () => ({}));
      const { items, problems } = readNacha(aNachaFile([{ sec: 'PPD', entries }]));
      expect(problems).toEqual([]);
      expect(items.at(-1)).toMatchObject({ balanced: true });
    },
  );

  test('the entry hash is the sum of the routing numbers, also for entries to other institutions', () => {
    const entries = ['99999999', '23138010', '98765432'].map((receivingDfi) => ({
      fields: { receivingDfi },
    }));
    expect(readNacha(aNachaFile([{ sec: 'PPD', entries }])).items.at(-1)).toMatchObject({
      counted: { entryHash: 221_903_441 },
      balanced: true,
    });
  });

  test('the controls of accounting advices are compared as totals of twenty digits', () => {
    const entries: TestBatch['entries'] = [
      { fields: { amount: '999999999999' } },
      { fields: { transactionCode: '82', amount: '250' } },
    ];
    const { items, problems } = readNacha(aNachaFile([{ sec: 'ADV', entries }]));
    expect(problems).toEqual([]);
    const totals = { debitCents: 250, creditCents: 999_999_999_999 };
    expect(items.slice(-2)).toMatchObject([
      { type: 'batch', declared: totals, balanced: true },
      { type: 'file', declared: totals, balanced: true },
    ]);
  });

  test.each([
    [
      'entryAddendaCount',
      5,
      '000003',
      /^the batch control declares an entry and addenda count of 3, but the entries add up to \d$/,
    ],
    [
      'entryHash',
      11,
      '0018200003',
      /^the batch control declares an entry hash of 18200003, but the entries add up to \d+$/,
    ],
    [
      'debitCents',
      21,
      '000000000998',
      /^the batch control declares debits of \$9\.98, but the entries add up to \$9\.99$/,
    ],
    ['creditCents', 33, '000000125001', /declares credits of \$1,250\.01, but the entries add up to \$1,250\.00$/],
  ])('a batch control with a different %s is reported with both values', (field, from, value, sentence) => {
    const file = aNachaFile([PAYROLL]).map((record) =>
      record.startsWith('8') ? record.slice(0, from - 1) + value + record.slice(from - 1 + value.length) : record,
    );
    const { items, problems } = readNacha(file);
    expect(problems).toMatchObject([{ rule: 'control_mismatch', severity: 'warning', line: 5, field, value }]);
    expect(problems[0]?.sentence).toMatch(sentence);
    expect(items[2]).toMatchObject({ type: 'batch', balanced: false, differences: [field] });
    expect(items[3]).toMatchObject({ type: 'file', balanced: true });
  });

  test('a batch control with a different batch number than its header is reported', () => {
    const file = aNachaFile([PAYROLL]);
    file[4] = `${file[4]?.slice(0, -1)}2`;
    const { items, problems } = readNacha(file);
    expect(problems).toMatchObject([
      { rule: 'batch_number', severity: 'warning', line: 5, columns: { from: 88, to: 94 }, value: '0000002' },
    ]);
    expect(items[2]).toMatchObject({ type: 'batch', balanced: true });
  });

  test('a file control with different counts of batches and blocks is reported', () => {
    const file = aNachaFile([PAYROLL]).map((record) =>
      record.startsWith('9') ? `9000002000007${record.slice(13)}` : record,
    );
    const { items, problems } = readNacha(file);
    expect(problems).toMatchObject([{ field: 'batchCount' }, { field: 'blockCount' }]);
    expect(items.at(-1)).toMatchObject({ balanced: false, declaredBatches: 2, batches: 1 });
  });

  test('a file control that cannot be read is neither balanced nor unbalanced', () => {
    const file = aNachaFile([PAYROLL]).map((record) =>
      record.startsWith('9') ? `${record.slice(0, 31)}ABC${record.slice(34)}` : record,
    );
    const { items, problems } = readNacha(file);
    expect(problems).toMatchObject([{ rule: 'malformed_field', field: 'debitCents', severity: 'warning' }]);
    expect(items.at(-1)).toMatchObject({ declared: null, balanced: null });
  });

  test.each([
    ['in front', (zeros: string) => zeros.replaceAll(/^0+(?=\d)/g, (some) => ' '.repeat(some.length))],
    ['behind', (zeros: string) => zeros.replace(/^0+(?=\d)/, '').padEnd(zeros.length)],
  ])('NACHA controls with totals padded with spaces %s are read with warnings', (_, padded) => {
    const file = aNachaFile([PAYROLL]).map((record) => {
      if (record.startsWith('8'))
        return `${record.slice(0, 4)}${padded(record.slice(4, 10))}${padded(record.slice(10, 20))}${padded(record.slice(20, 32))}${padded(record.slice(32, 44))}${record.slice(44)}`;
      if (record.startsWith('9'))
        return `9${padded(record.slice(1, 7))}${padded(record.slice(7, 13))}${padded(record.slice(13, 21))}${padded(record.slice(21, 31))}${padded(record.slice(31, 43))}${padded(record.slice(43, 55))}${record.slice(55)}`;
      return record;
    });
    const { items, problems } = readNacha(file);
    expect(items.slice(-2)).toMatchObject([
      { type: 'batch', declared: { debitCents: 999, creditCents: 125_000 }, balanced: true },
      {
        type: 'file',
        declared: { debitCents: 999, creditCents: 125_000 },
        balanced: true,
        declaredBatches: 1,
      },
    ]);
    expect(new Set(problems.map(({ rule, severity }) => `${rule} ${severity}`))).toEqual(
      new Set(['padded_with_blanks warning']),
    );
    expect(problems).toContainEqual(
      expect.objectContaining({
        line: 5,
        field: 'debitCents',
        sentence: 'the debit amount (columns 21–32) is padded with spaces instead of zeros; it is read as 999',
      }),
    );
  });

  test('a file control with a padded total that differs is not balanced', () => {
    const file = aNachaFile([PAYROLL]).map((record) =>
      record.startsWith('9') ? `${record.slice(0, 31)}${'998'.padStart(12)}${record.slice(43)}` : record,
    );
    const { items } = readNacha(file);
    expect(items.at(-1)).toMatchObject({ balanced: false, differences: ['debitCents'] });
  });

  test('a file control with a blank total declares nothing', () => {
    const file = aNachaFile([PAYROLL]).map((record) =>
      record.startsWith('9') ? `${record.slice(0, 31)}${' '.repeat(12)}${record.slice(43)}` : record,
    );
    expect(readNacha(file).items.at(-1)).toMatchObject({ declared: null, balanced: null });
  });

  test('a file control without a block count gives one warning and is balanced', () => {
    const file = aNachaFile([PAYROLL]).map((record) =>
      record.startsWith('9') ? `${record.slice(0, 7)}ABCDEF${record.slice(13)}` : record,
    );
    const { items, problems } = readNacha(file);
    expect(problems).toMatchObject([{ rule: 'malformed_field', field: 'blockCount' }]);
    expect(items.at(-1)).toMatchObject({ balanced: true });
  });

  test('the counted totals of a NACHA file include rejected entries', () => {
    const file = aNachaFile([{ sec: 'PPD', entries: [{ fields: { account: '' } }, {}] }]);
    expect(readNacha(file).items.at(-1)).toMatchObject({ type: 'file', balanced: true });
  });
});
