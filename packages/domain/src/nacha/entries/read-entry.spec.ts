import { aNachaFile, type TestBatch, type TestEntry } from '../testing/a-nacha-file.ts';
import { anAddenda } from '../testing/an-addenda.ts';
import { onlyEntry } from '../testing/read-nacha.ts';

const ORIGINAL = '091000010000042';

const one = (sec: string, entry: TestEntry = {}, header: TestBatch['header'] = {}): string[] =>
  aNachaFile([{ sec, header, entries: [entry] }]);

describe('an entry', () => {
  test('says who, what, when and how much', () => {
    const entry = onlyEntry(
      one('PPD', {
        fields: { name: 'SAMPLE, PAULA', identification: 'EMP 17', amount: '0000125034' },
        addenda: [anAddenda('05', { information: 'MARCH WAGES', addendaSequence: '1', entrySequence: '1' })],
      }),
    );
    expect(entry).toMatchObject({
      kind: 'money',
      direction: 'Credit',
      transactionCode: '22',
      amountCents: 125_034,
      account: '100000017',
      receiverName: 'SAMPLE, PAULA',
      identification: 'EMP 17',
      company: 'ACME PAYROLL',
      receivingRouting: '091000019',
      traceNumber: '121042880000001',
      information: 'MARCH WAGES',
      notice: null,
      record: { line: 3 },
      batch: {
        secCode: 'PPD',
        entryDescription: 'PAYROLL',
        effectiveDate: '2026-03-03',
        settlementDate: '2026-03-03',
        batchNumber: '0000001',
        companyIdentification: '1234567890',
      },
    });
  });

  test.each([
    [
      'CTX',
      { name: 'ACME HARDWARE', identification: 'INV 12' },
      { receiverName: 'ACME HARDWARE', identification: 'INV 12' },
    ],
    [
      'CIE',
      { name: 'PAULA SAMPLE', identification: 'C-17' },
      { receiverName: 'PAULA SAMPLE', identification: 'C-17' },
    ],
    [
      'MTE',
      { name: 'PAULA SAMPLE', identification: 'C-17' },
      { receiverName: 'PAULA SAMPLE', identification: 'C-17' },
    ],
    ['ATX', { name: 'ACME HARDWARE' }, { receiverName: 'ACME HARDWARE', identification: null }],
    ['ACK', { name: 'ACME HARDWARE', originalTraceNumber: ORIGINAL }, { receiverName: 'ACME HARDWARE' }],
    [
      'POP',
      { name: 'PAULA SAMPLE', checkSerialNumber: '1017', terminalCity: 'BONN' },
      { receiverName: 'PAULA SAMPLE', identification: '1017' },
    ],
    ['ARC', { checkSerialNumber: '1017' }, { receiverName: null, identification: '1017' }],
    ['SHR', { cardAccount: '4000001234567899' }, { receiverName: null, identification: null }],
    [
      'TRC',
      { checkSerialNumber: '1017', itemResearchNumber: '17' },
      { receiverName: null, identification: '1017' },
    ],
    ['TRX', { name: 'ACME HARDWARE' }, { receiverName: 'ACME HARDWARE' }],
    ['WEB', { name: 'PAULA SAMPLE', discretionaryData: 'R' }, { receiverName: 'PAULA SAMPLE' }],
  ])('of class %s is read in its own columns', (sec, fields, expected) => {
    expect(onlyEntry(one(sec, { fields }))).toMatchObject({
      ...expected,
      account: '100000017',
      amountCents: 125_000,
    });
  });

  test('of class ADV has twelve digits of amount and is no money', () => {
    const entry = onlyEntry(
      one('ADV', { fields: { transactionCode: '82', amount: '123456789012', name: 'OUR BANK' } }),
    );
    expect(entry).toMatchObject({
      kind: 'advice',
      direction: 'Debit',
      amountCents: 123_456_789_012,
      account: '100000017',
    });
  });

  test('of class IAT names its parties in the addenda', () => {
    const entry = onlyEntry(
      one('IAT', {
        fields: { account: 'DE 89 3704 0044 0532 0130 00' },
        addenda: [
          anAddenda('10', {
            transactionType: 'ANN',
            foreignAmount: '125000',
            name: 'PAULA SAMPLE',
            entrySequence: '1',
          }),
          anAddenda('11', { name: 'BEISPIEL GMBH', street: 'HAUPTSTR. 1', entrySequence: '1' }),
          anAddenda('15', { identification: 'R-1017', street: 'SAMPLE ST 1', entrySequence: '1' }),
          anAddenda('17', { information: 'RENTE MAERZ', addendaSequence: '1', entrySequence: '1' }),
        ],
      }),
    );
    expect(entry).toMatchObject({
      kind: 'money',
      identification: 'R-1017',
      account: 'DE 89 3704 0044 0532 0130 00',
      receiverName: 'PAULA SAMPLE',
      company: 'BEISPIEL GMBH',
      information: 'RENTE MAERZ',
    });
  });

  test('joins the text of its addenda without a break in the middle of a word', () => {
    const text =
      'ISA*00*          *00*          *ZZ*ACME           *ZZ*SAMPLE         *260302*0815*U*00401*000000001*0*P*>~';
    const entry = onlyEntry(
      one('CTX', {
        addenda: [text.slice(0, 80), text.slice(80)].map((information, index) =>
          anAddenda('05', { information, addendaSequence: String(index + 1), entrySequence: '1' }),
        ),
      }),
    );
    expect(entry.information).toBe(text);
  });
});

describe('the names of an entry', () => {
  test('are decoded', () => {
    const name = Buffer.from('JOSÉ NICOLà').toString('latin1');
    const entry = onlyEntry(one('PPD', { fields: { name, identification: 'EMP 17' } }));
    expect(entry).toMatchObject({ receiverName: 'JOSÉ NICOLà', identification: 'EMP 17' });
  });

  test('of an international one fill their columns and take nothing from the next', () => {
    const receiver = 'R'.repeat(35);
    const originator = 'O'.repeat(35);
    const addenda = [
      anAddenda('10', {
        foreignTraceNumber: 'x'.repeat(22),
        name: receiver,
        reserved: 'xxxxxx',
        entrySequence: '1',
      }),
      anAddenda('11', { name: originator, street: 'x'.repeat(35), entrySequence: '1' }),
    ];
    expect(onlyEntry(one('IAT', { addenda }))).toMatchObject({
      receiverName: receiver,
      company: originator,
      batch: { companyName: null },
    });
  });
});
