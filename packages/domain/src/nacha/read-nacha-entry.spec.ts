import { aNachaFile, anAddenda, onlyEntry, type TestBatch, type TestEntry } from './testing/nacha-fixtures.ts';

const ORIGINAL = '091000010000042';

const one = (sec: string, entry: TestEntry = {}, header: TestBatch['header'] = {}): string[] =>
  aNachaFile([{ sec, header, entries: [entry] }]);

describe('NACHA entry kinds', () => {
  test.each([
    ['22', '100', 'money'],
    ['55', '100', 'money'],
    ['23', '0', 'prenote'],
    ['38', '0', 'prenote'],
    ['24', '0', 'zero_dollar'],
    ['24', '100', 'zero_dollar'],
    ['22', '0', 'zero_dollar'],
    ['81', '100', 'advice'],
    ['26', '100', 'return'],
  ])('a NACHA entry with transaction code %s and %s cents has the kind %s', (transactionCode, amount, kind) => {
    expect(onlyEntry(one('PPD', { fields: { transactionCode, amount } })).kind).toBe(kind);
  });

  test.each([
    ['COR', '22', 'notification_of_change'],
    ['ADV', '27', 'advice'],
  ])(
    'the kind of a NACHA entry of class %s does not depend on its transaction code %s',
    (sec, transactionCode, kind) => {
      expect(onlyEntry(one(sec, { fields: { transactionCode, amount: '0' } })).kind).toBe(kind);
    },
  );

  test('a return with an unknown reason is still a return', () => {
    const entry = onlyEntry(
      one('PPD', { addenda: [anAddenda('99', { reasonCode: 'R99', originalTraceNumber: ORIGINAL })] }),
    );
    expect(entry).toMatchObject({
      kind: 'return',
      notice: { stage: 'return', title: null },
    });
  });

  test('a notification of change with an unknown code has no title and keeps its corrected data', () => {
    const values = { changeCode: 'C15', originalTraceNumber: ORIGINAL, correctedData: '1918171614' };
    const entry = onlyEntry(one('COR', { fields: { amount: '0' }, addenda: [anAddenda('98', values)] }));
    expect(entry).toMatchObject({
      kind: 'notification_of_change',
      notice: { title: null, correctedData: '1918171614' },
    });
  });

  test('a return of an international entry excludes its amount from the information', () => {
    const values = { reasonCode: 'R03', originalTraceNumber: ORIGINAL, information: '0000125000NO ACCOUNT' };
    const entry = onlyEntry(one('IAT', { fields: { transactionCode: '26' }, addenda: [anAddenda('99', values)] }));
    expect(entry.notice).toHaveProperty('information', 'NO ACCOUNT');
  });

  test('a return has a reason and the trace number of its original', () => {
    const entry = onlyEntry(
      one('PPD', {
        fields: { transactionCode: '26' },
        addenda: [
          anAddenda('99', {
            reasonCode: 'R15',
            originalTraceNumber: ORIGINAL,
            dateOfDeath: '260115',
            originalDfi: '09100001',
            information: 'ESTATE OPENED',
          }),
        ],
      }),
    );
    expect(entry).toMatchObject({
      kind: 'return',
      direction: 'Debit',
      notice: {
        code: 'R15',
        title: 'Beneficiary or account holder deceased',
        originalTraceNumber: ORIGINAL,
        information: 'ESTATE OPENED',
      },
    });
  });

  test('a dishonored return has its reason code and the trace number of the original entry', () => {
    const values = {
      reasonCode: 'R68',
      originalTraceNumber: ORIGINAL,
      returnTraceNumber: '091000017611242',
      returnReasonCode: '01',
    };
    const entry = onlyEntry(one('PPD', { fields: { transactionCode: '26' }, addenda: [anAddenda('99', values)] }));
    expect(entry).toMatchObject({
      kind: 'dishonored_return',
      notice: { code: 'R68', stage: 'dishonored', originalTraceNumber: ORIGINAL },
    });
  });

  test('a contested return may carry all earlier notices, and the last one counts', () => {
    const disputes = ['R01', 'R68', 'R73'].map((reasonCode) =>
      anAddenda('99', { reasonCode, originalTraceNumber: ORIGINAL }),
    );
    const entry = onlyEntry(one('PPD', { fields: { transactionCode: '26' }, addenda: disputes }));
    expect(entry).toMatchObject({ kind: 'contested_return', notice: { code: 'R73', stage: 'contested' } });
  });

  test.each([
    ['C01', '1918171614'],
    ['C02', '091000019'],
    ['C03', '091000019   1918171614'],
    ['C04', 'PAULA EXAMPLE'],
    ['C05', '32'],
    ['C06', '1918171614          32'],
    ['C07', '0910000191918171614       32'],
    ['C03', '091000019'],
    ['C09', 'EMP 18'],
    ['C13', ''],
    ['C01', `${'A'.repeat(17)}xx`],
    ['C02', '091000019x'],
    ['C03', `091000019xxx${'A'.repeat(17)}xx`],
    ['C04', `${'N'.repeat(22)}xx`],
    ['C05', '32xx'],
    ['C06', `${'A'.repeat(17)}xxx32xx`],
    ['C07', `091000019${'A'.repeat(17)}32xx`],
    ['C08', `${'B'.repeat(34)}x`],
    ['C09', `${'I'.repeat(22)}xx`],
    ['C10', `${'N'.repeat(16)}xx`],
    ['C11', '1234567890xx'],
    ['C12', `${'N'.repeat(16)}xxx1234567890xx`],
  ])('a notification of change %s has the corrected data %j', (changeCode, correctedData) => {
    const entry = onlyEntry(
      one('COR', {
        fields: { transactionCode: '21', amount: '0' },
        addenda: [anAddenda('98', { changeCode, originalTraceNumber: ORIGINAL, correctedData })],
      }),
    );
    expect(entry).toMatchObject({
      kind: 'notification_of_change',
      notice: { code: changeCode, refusedWith: null, correctedData },
    });
  });

  test('a refused notification of change has the refusal code', () => {
    const values = {
      refusedCode: 'C62',
      changeCode: 'C01',
      originalTraceNumber: ORIGINAL,
      correctedData: '1918171614',
    };
    const entry = onlyEntry(
      one('COR', { fields: { transactionCode: '21', amount: '0' }, addenda: [anAddenda('98', values)] }),
    );
    expect(entry).toMatchObject({
      kind: 'refused_notification',
      notice: {
        code: 'C01',
        refusedWith: 'C62',
        title: 'Incorrect trace number',
        correctedData: '1918171614',
      },
    });
  });

  test('a notification of change about an international entry has the international layout', () => {
    const entry = onlyEntry(
      one(
        'COR',
        {
          fields: { transactionCode: '21', amount: '0', account: '123456789' },
          addenda: [
            anAddenda('98', {
              changeCode: 'C01',
              originalTraceNumber: ORIGINAL,
              correctedData: '1918171614',
            }),
          ],
        },
        { iatIndicator: 'IATCOR', foreignExchangeIndicator: 'FV' },
      ),
    );
    expect(entry).toMatchObject({
      kind: 'notification_of_change',
      account: '123456789',
      batch: { companyName: null },
    });
  });
});

describe('NACHA entries', () => {
  test('a NACHA entry has its member, company, dates and amount', () => {
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
    ['CIE', { name: 'PAULA SAMPLE', identification: 'C-17' }, { receiverName: 'PAULA SAMPLE', identification: 'C-17' }],
    ['MTE', { name: 'PAULA SAMPLE', identification: 'C-17' }, { receiverName: 'PAULA SAMPLE', identification: 'C-17' }],
    ['ATX', { name: 'ACME HARDWARE' }, { receiverName: 'ACME HARDWARE', identification: null }],
    ['ACK', { name: 'ACME HARDWARE', originalTraceNumber: ORIGINAL }, { receiverName: 'ACME HARDWARE' }],
    [
      'POP',
      { name: 'PAULA SAMPLE', checkSerialNumber: '1017', terminalCity: 'BONN' },
      { receiverName: 'PAULA SAMPLE', identification: '1017' },
    ],
    ['ARC', { checkSerialNumber: '1017' }, { receiverName: null, identification: '1017' }],
    ['SHR', { cardAccount: '4000001234567899' }, { receiverName: null, identification: null }],
    ['TRC', { checkSerialNumber: '1017', itemResearchNumber: '17' }, { receiverName: null, identification: '1017' }],
    ['TRX', { name: 'ACME HARDWARE' }, { receiverName: 'ACME HARDWARE' }],
    ['WEB', { name: 'PAULA SAMPLE', discretionaryData: 'R' }, { receiverName: 'PAULA SAMPLE' }],
  ])('a NACHA entry of class %s is read in its own columns', (sec, fields, expected) => {
    expect(onlyEntry(one(sec, { fields }))).toMatchObject({
      ...expected,
      account: '100000017',
      amountCents: 125_000,
    });
  });

  test('a NACHA entry of class ADV has an amount of twelve digits and moves no money', () => {
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

  test('a NACHA entry of class IAT has its parties in the addenda', () => {
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

  test('a NACHA entry joins the text of its addenda without a break inside a word', () => {
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

describe('NACHA entry names', () => {
  test('names in a NACHA entry are decoded', () => {
    const name = Buffer.from('JOSÉ NICOLà').toString('latin1');
    const entry = onlyEntry(one('PPD', { fields: { name, identification: 'EMP 17' } }));
    expect(entry).toMatchObject({ receiverName: 'JOSÉ NICOLà', identification: 'EMP 17' });
  });

  test('names in an international NACHA entry fill their columns without reading the next ones', () => {
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
