import { aNachaFile, type TestBatch, type TestEntry } from '../testing/a-nacha-file.ts';
import { anAddenda } from '../testing/an-addenda.ts';
import { readNacha } from '../testing/read-nacha.ts';

const ORIGINAL = '091000010000042';

const one = (sec: string, entry: TestEntry = {}, header: TestBatch['header'] = {}): string[] =>
  aNachaFile([{ sec, header, entries: [entry] }]);

describe('an entry that is wrong', () => {
  test.each([
    ['a letter in the amount', { amount: '00CCC00004' }, 'malformed_field', 30, 39],
    ['no account', { account: '' }, 'malformed_field', 13, 29],
    ['a transaction code that does not exist', { transactionCode: '25' }, 'unknown_transaction_code', 2, 3],
    ['a NUL in the name', { name: 'PAULA\0SAMPLE' }, 'control_character', 55, 76],
  ])('because of %s is rejected, and the next one is not', (_, fields, rule, from, to) => {
    const { items, entries, problems } = readNacha(aNachaFile([{ sec: 'PPD', entries: [{ fields }, {}] }]));
    expect(entries).toHaveLength(1);
    expect(items[0]).toMatchObject({
      type: 'rejected',
      record: { line: 3 },
      problems: [{ rule, severity: 'error' }],
    });
    expect(problems).toContainEqual(expect.objectContaining({ line: 3, rule, columns: { from, to } }));
  });

  test('because it has lost a column is rejected: its amount would be another', () => {
    const file = one('PPD', { fields: { amount: '0000125000', identification: '17' } });
    file[2] = `${file[2]?.slice(0, 27)}${file[2]?.slice(28)}`;
    const { items, entries } = readNacha(file);
    expect(entries).toEqual([]);
    expect(items[0]).toMatchObject({
      type: 'rejected',
      problems: expect.arrayContaining([
        expect.objectContaining({ rule: 'record_too_short', severity: 'error', line: 3 }),
      ]),
    });
  });

  test('only in that blanks at its end are left off is read', () => {
    const file = one('PPD', { fields: { traceNumber: ' '.repeat(15) } });
    file[2] = file[2]?.trimEnd() ?? '';
    expect(readNacha(file).entries).toMatchObject([{ amountCents: 125_000, traceNumber: null }]);
  });

  test('below a batch header that has lost a column is rejected: its class and dates would be others', () => {
    const file = one('PPD');
    file[1] = `${file[1]?.slice(0, 10)}${file[1]?.slice(11)}`;
    const { items, entries } = readNacha(file);
    expect(entries).toEqual([]);
    expect(items[0]).toMatchObject({ type: 'rejected', problems: [{ rule: 'batch_header_unreadable' }] });
  });

  test('is explained whole, not by its first fault', () => {
    const fields = { transactionCode: '2X', account: '', amount: 'ABC', traceNumber: '12104288000000X' };
    const { items } = readNacha(aNachaFile([{ sec: 'PPD', entries: [{ fields }] }]));
    expect(items[0]).toMatchObject({ type: 'rejected' });
    expect(items[0]?.type === 'rejected' && items[0].problems.map(({ field }) => field)).toEqual([
      'transactionCode',
      'account',
      'amount',
      'traceNumber',
      'transactionCode',
    ]);
  });

  test.each([
    ['a wrong check digit', { fields: { checkDigit: '8' } }, 'check_digit', 4, 12],
    [
      'a trace number of another institution',
      { fields: { traceNumber: '231380100000001' } },
      'trace_number',
      80,
      94,
    ],
    ['an amount in a prenote', { fields: { transactionCode: '23' } }, 'amount_not_allowed', 30, 39],
    ['a zero amount where money moves', { fields: { amount: '0' } }, 'amount_not_allowed', 30, 39],
    [
      'addenda announced that do not follow',
      { fields: { addendaIndicator: '1' } },
      'addenda_indicator',
      79,
      79,
    ],
    ['a return without a reason', { fields: { transactionCode: '26' } }, 'addenda_missing', 2, 3],
    [
      'a reason that does not exist',
      { addenda: [anAddenda('99', { reasonCode: 'R99', originalTraceNumber: ORIGINAL })] },
      'unknown_reason_code',
      4,
      6,
    ],
    ['an addenda type that does not exist', { addenda: ['706'.padEnd(94)] }, 'unknown_addenda_type', 2, 3],
    [
      'an addenda of another entry',
      { addenda: [anAddenda('05', { addendaSequence: '1', entrySequence: '7' })] },
      'trace_number',
      88,
      94,
    ],
  ])('only by %s is kept with a warning', (_, entry, rule, from, to) => {
    const { entries, problems } = readNacha(aNachaFile([{ sec: 'PPD', entries: [entry] }]));
    expect(entries).toHaveLength(1);
    expect(problems).toEqual([expect.objectContaining({ rule, severity: 'warning', columns: { from, to } })]);
  });

  test('by the number of its addenda is kept with a warning', () => {
    const { problems } = readNacha(one('CTX', { fields: { addendaCount: '2' } }));
    expect(problems).toMatchObject([{ rule: 'addenda_count', field: 'addendaCount', value: '0002' }]);
  });

  test('because debits stand in a batch of credits is kept with a warning', () => {
    const { problems } = readNacha(
      one('PPD', { fields: { transactionCode: '27' } }, { serviceClass: '220' }),
    );
    expect(problems).toMatchObject([{ rule: 'service_class', line: 3 }]);
  });
});
