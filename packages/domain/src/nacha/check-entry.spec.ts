import { aNachaFile, anAddenda, readNacha, type TestBatch, type TestEntry } from './testing/nacha-fixtures.ts';

const ORIGINAL = '091000010000042';

const one = (sec: string, entry: TestEntry = {}, header: TestBatch['header'] = {}): string[] =>
  aNachaFile([{ sec, header, entries: [entry] }]);

const remark = (addendaSequence: string): string =>
  anAddenda('05', { information: 'INVOICE 12', addendaSequence, entrySequence: '1' });
const ofParty = (type: string): string => anAddenda(type, { name: 'BEISPIEL GMBH', entrySequence: '1' });
const returned = (reasonCode: string): string => anAddenda('99', { reasonCode, originalTraceNumber: ORIGINAL });
const corrected = (changeCode: string): string =>
  anAddenda('98', { changeCode, originalTraceNumber: ORIGINAL, correctedData: '1918171614' });

describe('valid entries', () => {
  test.each<[string, string, TestEntry, TestBatch['header']?]>([
    ['a credit in a batch of credits', 'PPD', {}, { serviceClass: '220' }],
    ['a debit in a batch of debits', 'PPD', { fields: { transactionCode: '27' } }, { serviceClass: '225' }],
    ['a debit in a mixed batch', 'PPD', { fields: { transactionCode: '27' } }],
    ['a prenote', 'PPD', { fields: { transactionCode: '23', amount: '0' } }],
    ['a zero-dollar credit', 'CCD', { fields: { transactionCode: '24', amount: '0' } }],
    ['with remittance information', 'PPD', { addenda: [remark('1')] }],
    ['with two declared addenda', 'CTX', { addenda: [remark('1'), remark('2')] }],
    ['a return', 'PPD', { fields: { transactionCode: '26' }, addenda: [returned('R01')] }],
    [
      'a return of an entry that had two addenda',
      'CTX',
      { fields: { transactionCode: '26', addendaCount: '2' }, addenda: [returned('R01')] },
    ],
    [
      'a notification of change',
      'COR',
      { fields: { transactionCode: '21', amount: '0' }, addenda: [corrected('C01')] },
    ],
    [
      'a refused notification of change',
      'COR',
      {
        fields: { transactionCode: '21', amount: '0' },
        addenda: [anAddenda('98', { refusedCode: 'C61', originalTraceNumber: ORIGINAL, changeCode: 'C01' })],
      },
    ],
    ['an advice', 'ADV', { fields: { name: 'OUR BANK' } }],
    ['an international entry', 'IAT', { addenda: ['10', '11'].map(ofParty) }],
  ])('a valid NACHA entry is accepted without a warning: %s', (_, sec, entry, header = {}) => {
    const { entries, problems } = readNacha(one(sec, entry, header));
    expect(problems).toEqual([]);
    expect(entries).toHaveLength(1);
  });
});

describe('invalid entries', () => {
  test.each([
    ['a letter in the amount', { amount: '00CCC00004' }, 'malformed_field', 30, 39],
    ['no account', { account: '' }, 'malformed_field', 13, 29],
    ['a transaction code that does not exist', { transactionCode: '25' }, 'unknown_transaction_code', 2, 3],
    ['a NUL in the account', { account: '1000\x00017' }, 'control_character', 13, 29],
    ['a tab in the trace number', { traceNumber: '12104288\t000001' }, 'control_character', 80, 94],
  ])('a NACHA entry is rejected for %s, and the next one is not', (_, fields, rule, from, to) => {
    const { items, entries, problems } = readNacha(aNachaFile([{ sec: 'PPD', entries: [{ fields }, {}] }]));
    expect(entries).toHaveLength(1);
    expect(items[0]).toMatchObject({
      type: 'rejected',
      record: { line: 3 },
      problems: [{ rule, severity: 'error' }],
    });
    expect(problems).toContainEqual(expect.objectContaining({ line: 3, rule, columns: { from, to } }));
  });

  test.each([
    ['a letter in the amount', { amount: '00CCC00004' }, 'the amount (columns 30–39) must be 10 digits'],
    ['no account', { account: '' }, 'the account (columns 13–29) must be filled in'],
    ['a letter for a check digit', { checkDigit: 'X' }, 'the check digit (column 12) must be a digit'],
    ['a blank addenda indicator', { addendaIndicator: ' ' }, 'the addenda indicator (column 79) must be 0 or 1'],
    [
      'a tab in the name',
      { name: 'A\tB' },
      'the name (columns 55–76) contains a control character such as NUL or a tab; it is replaced with a space',
    ],
    [
      'a tab in the account',
      { account: 'A\tB' },
      'the account (columns 13–29) contains a control character such as NUL or a tab',
    ],
  ])('the problem with a NACHA entry is described in words for %s', (_, fields, sentence) => {
    expect(readNacha(one('PPD', { fields })).problems).toContainEqual(expect.objectContaining({ sentence }));
  });

  test.each([
    ['name', 'PPD', { name: 'PAULA\0SAMPLE' }, { receiverName: 'PAULA SAMPLE' }],
    ['identification', 'PPD', { identification: 'EMP\x1b17' }, { identification: 'EMP 17' }],
    ['discretionaryData', 'PPD', { discretionaryData: '\0S' }, { account: '100000017' }],
    ['name', 'CTX', { name: 'ACME\tINC' }, { receiverName: 'ACME INC' }],
    ['name', 'CIE', { name: 'PAULA\x7fSAMPLE' }, { receiverName: 'PAULA SAMPLE' }],
    ['checkSerialNumber', 'ARC', { checkSerialNumber: '10\x0017' }, { account: '100000017' }],
  ])('a NACHA entry with a control character in its %s (%s) is kept with a warning', (field, sec, fields, expected) => {
    const { entries, problems } = readNacha(one(sec, { fields }));
    expect(entries).toMatchObject([{ ...expected, kind: 'money', amountCents: 125_000 }]);
    expect(problems).toMatchObject([{ rule: 'control_character', severity: 'warning', line: 3, field }]);
  });

  test.each([
    ['05', 'PPD', 'information', 'information', 'A\0B', { information: 'A B' }],
    ['17', 'IAT', 'information', 'information', 'A\tB', { information: 'A B' }],
    ['10', 'IAT', 'name', 'name', 'PAULA\0SAMPLE', { receiverName: 'PAULA SAMPLE' }],
    ['11', 'IAT', 'name', 'name', 'BEISPIEL\x01GMBH', { company: 'BEISPIEL GMBH' }],
    ['12', 'IAT', 'cityAndState', 'cityAndState', 'BONN\0NW', { amountCents: 125_000 }],
    ['13', 'IAT', 'identification', 'identification', '37\x0004', { amountCents: 125_000 }],
    ['15', 'IAT', 'street', 'street', 'A\x00B', { amountCents: 125_000 }],
  ])(
    'a NACHA entry with a control character in an addenda %s (%s, %s) is kept with a warning',
    (type, sec, field, name, value, expected) => {
      const addenda = [anAddenda(type, { [name]: value, entrySequence: '1' })];
      const { entries, problems } = readNacha(one(sec, { addenda }));
      expect(entries).toMatchObject([expected]);
      expect(problems).toMatchObject([{ rule: 'control_character', severity: 'warning', line: 4, field }]);
    },
  );

  test('a NACHA entry is rejected when a column is missing, because its amount would change', () => {
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

  test('a NACHA entry is read when only its trailing spaces are missing', () => {
    const file = one('PPD', { fields: { traceNumber: ' '.repeat(15) } });
    file[2] = file[2]?.trimEnd() ?? '';
    expect(readNacha(file).entries).toMatchObject([{ amountCents: 125_000, traceNumber: null }]);
  });

  test('a NACHA entry below a batch header that lacks a column is rejected, because SEC code and dates would change', () => {
    const file = one('PPD');
    file[1] = `${file[1]?.slice(0, 10)}${file[1]?.slice(11)}`;
    const { items, entries } = readNacha(file);
    expect(entries).toEqual([]);
    expect(items[0]).toMatchObject({ type: 'rejected', problems: [{ rule: 'batch_header_unreadable' }] });
  });

  test('an invalid NACHA entry is reported with all of its problems', () => {
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
    ['a trace number of another institution', { fields: { traceNumber: '231380100000001' } }, 'trace_number', 80, 94],
    ['an amount in a prenote', { fields: { transactionCode: '23' } }, 'amount_not_allowed', 30, 39],
    ['a zero amount with a payment code', { fields: { amount: '0' } }, 'amount_not_allowed', 30, 39],
    ['missing addenda', { fields: { addendaIndicator: '1' } }, 'addenda_indicator', 79, 79],
    [
      'a zero debit with a payment code',
      { fields: { transactionCode: '37', amount: '0' } },
      'amount_not_allowed',
      30,
      39,
    ],
    [
      'a cent in an entry that must be zero',
      { fields: { transactionCode: '24', amount: '1' } },
      'amount_not_allowed',
      30,
      39,
    ],
    ['a return without a reason', { fields: { transactionCode: '26' } }, 'addenda_missing', 2, 3],
    ['a letter for a check digit', { fields: { checkDigit: 'X' } }, 'malformed_field', 12, 12],
    [
      'a letter in the number of an addenda',
      { addenda: [remark('1').replace(/0001(?=\d{7}$)/, '000X')] },
      'malformed_field',
      84,
      87,
    ],
    ['an unknown change code', { fields: { amount: '0' }, addenda: [corrected('C15')] }, 'unknown_reason_code', 4, 6],
    [
      'an unknown return reason code',
      { addenda: [anAddenda('99', { reasonCode: 'R99', originalTraceNumber: ORIGINAL })] },
      'unknown_reason_code',
      4,
      6,
    ],
    ['an unknown addenda type', { addenda: ['706'.padEnd(94)] }, 'unknown_addenda_type', 2, 3],
    [
      'an addenda of another entry',
      { addenda: [anAddenda('05', { addendaSequence: '1', entrySequence: '7' })] },
      'trace_number',
      88,
      94,
    ],
  ])('a NACHA entry is kept with a warning for %s alone', (_, entry, rule, from, to) => {
    const { entries, problems } = readNacha(aNachaFile([{ sec: 'PPD', entries: [entry] }]));
    expect(entries).toHaveLength(1);
    expect(problems).toEqual([expect.objectContaining({ rule, severity: 'warning', columns: { from, to } })]);
  });

  test.each(['10', '11', '12', '13', '14', '15', '16', '17', '18'])(
    'an addenda %s that belongs to another NACHA entry is reported',
    (type) => {
      const { problems } = readNacha(one('IAT', { addenda: [anAddenda(type, { entrySequence: '7' })] }));
      expect(problems).toMatchObject([{ rule: 'trace_number', columns: { from: 88, to: 94 }, value: '0000007' }]);
    },
  );

  test('a NACHA entry is reported when its addenda records are missing or not indicated', () => {
    const sentencesOf = (entry: TestEntry): string[] =>
      readNacha(one('PPD', entry)).problems.map(({ sentence }) => sentence);
    expect(sentencesOf({ fields: { addendaIndicator: '1' } })).toEqual([
      'the addenda indicator is 1, but no addenda record follows',
    ]);
    expect(sentencesOf({ fields: { addendaIndicator: '0' }, addenda: [remark('1')] })).toEqual([
      'addenda records follow, but the addenda indicator is not 1',
    ]);
  });

  test.each([
    ['PPD', { transactionCode: '26' }, 'this entry is a return, but its addenda record 99 with the reason is missing'],
    [
      'COR',
      { transactionCode: '21', amount: '0' },
      'this entry is a notification of change, but its addenda record 98 with the corrected data is missing',
    ],
  ])('a NACHA entry of class %s without a reason is reported with the missing addenda', (sec, fields, sentence) => {
    expect(readNacha(one(sec, { fields })).problems).toMatchObject([{ rule: 'addenda_missing', sentence }]);
  });

  test('an invalid addenda count of a NACHA entry is reported once', () => {
    expect(readNacha(one('CTX', { fields: { addendaCount: '000X' } })).problems).toMatchObject([
      { rule: 'malformed_field', field: 'addendaCount' },
    ]);
  });

  test('a wrong addenda count of a NACHA entry is reported', () => {
    const { problems } = readNacha(one('CTX', { fields: { addendaCount: '2' } }));
    expect(problems).toMatchObject([{ rule: 'addenda_count', field: 'addendaCount', value: '0002' }]);
  });

  test.each([
    ['27', '220', 'the batch is for credits only (service class code 220)'],
    ['22', '225', 'the batch is for debits only (service class code 225)'],
  ])(
    'a NACHA entry with code %s in a batch of service class %s is reported',
    (transactionCode, serviceClass, sentence) => {
      const { problems } = readNacha(one('PPD', { fields: { transactionCode } }, { serviceClass }));
      expect(problems).toMatchObject([{ rule: 'service_class', line: 3, sentence }]);
    },
  );
});
