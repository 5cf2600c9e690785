import { cpuTimeOf } from '../testing/processor-time.ts';
import { findCsvTable } from './find-csv-table.ts';
import { guessMapping, mappingConflicts } from './guess-csv-mapping.ts';
import { guessOf } from './testing/csv-fixtures.ts';

interface Sample {
  program: string;
  file: string;
  fields: Record<string, number>;
  direction: string;
  questionFields?: string[];
}

/** Headers from core systems, banks and spreadsheets, each with typical rows. */
const SAMPLES: readonly Sample[] = [
  {
    program: 'the extraction shape as a table',
    file: `company,last_name,first_name,middle_initial,account_number,original_account,transaction_code,amount,transaction_type,posting_date,entry_description,class,check_tracer_number,batch,addenda
ACME PAYROLL,Sample,Paula,J,100000017,00000000100000017,22,1250.00,Credit,2026-03-02,PAYROLL,PPD,021000020000001,1,`,
    fields: {
      company: 0,
      lastName: 1,
      firstName: 2,
      middleInitial: 3,
      accountNumber: 4,
      originalAccount: 5,
      transactionCode: 6,
      amount: 7,
      transactionType: 8,
      postingDate: 9,
      entryDescription: 10,
      class: 11,
      checkTracerNumber: 12,
      batch: 13,
      addenda: 14,
    },
    direction: 'type_column',
  },
  {
    program: 'a core system with a report title and codes only',
    file: `ACH RECEIVED ITEMS,,,,,,,
Report date: 03/16/2026,,,,,,,
,,,,,,,
Company Name,Entry Desc,SEC Code,Individual Name,DFI Account Number,Tran Code,Amount,Settlement Date,Trace Number
GAS & LIGHT CO,GAS BILL,PPD,"SAMPLE, PAULA J",100000017,27,"1,084.10",03/16/2026,021000020000001
ACME PAYROLL,PAYROLL,PPD,"SAMPLE, PAULA J",100000017,22,2310.00,03/16/2026,021000020000002`,
    fields: {
      company: 0,
      entryDescription: 1,
      class: 2,
      fullName: 3,
      accountNumber: 4,
      transactionCode: 5,
      amount: 6,
      settlementDate: 7,
      checkTracerNumber: 8,
    },
    direction: 'transaction_code',
  },
  {
    program: 'a statement with two columns of money',
    file: `Date;Description;Debit;Credit;Account;Name\r
16.03.2026;GAS & LIGHT;84.10;;100000017;Paula Sample\r
17.03.2026;ACME PAYROLL;;2310.00;100000017;Paula Sample\r\n`,
    fields: {
      postingDate: 0,
      entryDescription: 1,
      debitAmount: 2,
      creditAmount: 3,
      accountNumber: 4,
      fullName: 5,
    },
    direction: 'two_columns',
  },
  {
    program: 'a spreadsheet with signed money',
    file: `Posted\tMember #\tAcct #\tLast\tFirst\tMI\tOriginator\tAmt
3/16/26\t2041\t100000017\tSample\tPaula\tJ\tGAS & LIGHT\t($84.10)
3/17/26\t2041\t100000017\tSample\tPaula\tJ\tACME PAYROLL\t"$2,310.00"`,
    fields: {
      postingDate: 0,
      memberId: 1,
      accountNumber: 2,
      lastName: 3,
      firstName: 4,
      middleInitial: 5,
      company: 6,
      amount: 7,
    },
    direction: 'negative_is_debit',
    questionFields: ['direction'],
  },
  {
    program: 'a query tool with bars and quoted names',
    file: `"MEMBER_ACCOUNT"|"RECEIVER_NAME"|"ORIGINATOR_NAME"|"DR_CR"|"TRAN_AMT"|"EFFECTIVE_ENTRY_DATE"|"SETTLEMENT_DATE"|"SEC"|"RDFI"
"100000017"|"SAMPLE PAULA"|"ACME"|"C"|"12.00"|"20260313"|"20260316"|"PPD"|"021000021"
"100000025"|"SAMPLE OTTO"|"ACME"|"D"|"13.00"|"20260313"|"20260316"|"PPD"|"021000021"`,
    fields: {
      accountNumber: 0,
      fullName: 1,
      company: 2,
      transactionType: 3,
      amount: 4,
      effectiveDate: 5,
      settlementDate: 6,
      class: 7,
      routingNumber: 8,
    },
    direction: 'type_column',
  },
  {
    program: 'a column "Type" that holds classes, and a column "Code" that holds codes',
    file: `Account,Name,Company,Type,Code,Amount,Date
100000017,Paula Sample,ACME,PPD,22,10.00,2026-03-16
100000017,Paula Sample,ACME,WEB,27,11.00,2026-03-16`,
    fields: {
      accountNumber: 0,
      fullName: 1,
      company: 2,
      class: 3,
      transactionCode: 4,
      amount: 5,
      postingDate: 6,
    },
    direction: 'transaction_code',
  },
  {
    program: 'amounts followed by CR and DR',
    file: `Account No.,Account Holder,Payee,Amount (USD),Posting Date
100000017,Paula Sample,ACME,10.00 CR,03/16/2026
100000017,Paula Sample,GAS,11.00 DR,03/16/2026`,
    fields: { accountNumber: 0, fullName: 1, company: 2, amount: 3, postingDate: 4 },
    direction: 'negative_is_debit',
  },
  {
    program: 'a table with member numbers only',
    file: `Member Number,Member Name,Description,Transaction Type,Amount,Transaction Date
2041,"Sample, Paula",ACME PAYROLL,ACH Credit,10.00,2026-03-16 09:15
2041,"Sample, Paula",GAS & LIGHT,ACH Debit,11.00,2026-03-16 09:16`,
    fields: {
      accountNumber: 0,
      fullName: 1,
      entryDescription: 2,
      transactionType: 3,
      amount: 4,
      postingDate: 5,
    },
    direction: 'type_column',
    questionFields: ['accountNumber'],
  },
  {
    program: 'a spreadsheet that names its delimiter',
    file: `sep=;\r
Account;Name;Company;Type;Amount;Date\r
100000017;Paula Sample;ACME;Credit;10.00;2026-03-16\r\n`,
    fields: { accountNumber: 0, fullName: 1, company: 2, transactionType: 3, amount: 4, postingDate: 5 },
    direction: 'type_column',
  },
];

test.each(SAMPLES)(
  'the guessed CSV mapping recognizes $program',
  ({ file, fields, direction, questionFields = [] }) => {
    const guess = guessOf(file);
    expect(guess.fields).toEqual(fields);
    expect(guess.mapping.direction).toBe(direction);
    expect(guess.questionFields).toEqual(questionFields);
    expect(guess.missing).toEqual([]);
  },
);

describe('known CSV header', () => {
  const doubts = (mapped: 'month_first' | 'day_first', ...dates: string[]) => {
    const file = ['Account,Name,Company,Type,Amount,Date', ...dates.map((date) => `1,P S,ACME,Credit,1.00,${date}`)];
    const table = findCsvTable(Buffer.from(file.join('\n')), { isWhole: true });
    if (table === null) throw new Error('the test file is no table');
    const { mapping } = guessMapping(table, { latestDay: '2027-12-31' });
    return mappingConflicts(Object.assign(mapping, { dateOrder: mapped }), table).map(({ about }) => about);
  };

  it('dates under a known CSV header need a question when more contradict the saved mapping than support it', () => {
    expect(doubts('month_first', '03/04/2026', '13/03/2026')).toEqual(['dateOrder']);
    expect(doubts('day_first', '03/13/2026')).toEqual(['dateOrder']);
    expect(doubts('month_first', '13032026')).toEqual(['dateOrder']);
    expect(doubts('month_first', '="13/03/2026"')).toEqual(['dateOrder']);
  });

  it('dates under a known CSV header are accepted as long as they can be read', () => {
    expect(doubts('month_first', '03/04/2026', '03/13/2026', '03/14/2026', '13/03/2026')).toEqual([]);
    expect(doubts('day_first', '2026-03-13', '03/04/2026')).toEqual([]);
  });
});

describe('ambiguous CSV table', () => {
  it('a CSV table without a header keeps a damaged first row', () => {
    const row = '1001,Ann Poe,RENT,D,12.00,03/13/2026';
    const { mapping } = guessOf(['1000,"Ann Poe,RENT,D,12.00,03/13/2026', row, row].join('\n'));
    expect(mapping).toMatchObject({ skippedRows: 0, hasHeader: false });
  });

  it('a CSV table without a header is mapped by its values and always needs a question', () => {
    const guess = guessOf(
      `ACME PAYROLL,Paula Sample,100000017,1250.00,Credit,2026-03-02,PPD,021000020000001
GAS & LIGHT 4,Otto Sample,100000025,84.10,Debit,2026-03-02,WEB,021000020000002`,
    );
    expect(guess.mapping).toMatchObject({ hasHeader: false, skippedRows: 0, columnCount: 8 });
    expect(guess.fields).toEqual({
      company: 0,
      fullName: 1,
      accountNumber: 2,
      amount: 3,
      transactionType: 4,
      postingDate: 5,
      class: 6,
      checkTracerNumber: 7,
    });
    expect(guess.questionFields).toEqual(['hasHeader']);
  });

  it.each([
    [
      'amounts without cents',
      '100000017,Paula Sample,RENT,1250,Debit,2026-03-16',
      { accountNumber: 0, fullName: 1, company: 2, amount: 3, transactionType: 4, postingDate: 5 },
    ],
    [
      'a description and a company',
      '12.00,Paula Sample,ACME 4,RENT 5,100000017,2026-03-16',
      { amount: 0, fullName: 1, company: 2, entryDescription: 3, accountNumber: 4, postingDate: 5 },
    ],
    [
      'a name of one word',
      'ACME 4,PAULA,RENT 5,100000017,12.00,27,021000021,2026-03-16',
      {
        company: 0,
        fullName: 1,
        entryDescription: 2,
        accountNumber: 3,
        amount: 4,
        transactionCode: 5,
        routingNumber: 6,
        postingDate: 7,
      },
    ],
    [
      'two columns of each kind',
      '100000017,100000018,1.00,2.00,Paula Sample,Otto Sample,2026-03-16,2026-03-17',
      { accountNumber: 0, amount: 2, fullName: 4, company: 5, postingDate: 6 },
    ],
  ])('a CSV table without a header is mapped by its values: %s', (_, row, fields) => {
    const guess = guessOf(`${row}\n${row}`);
    expect(guess.fields).toEqual(fields);
    const columns = guess.mapping.columns.map(({ column }) => column);
    expect(columns).toEqual(columns.toSorted((one, other) => one - other));
  });

  it('the guessed CSV mapping reports the missing columns', () => {
    const guess = guessOf('Amount,Color,Date\n10.00,red,2026-03-13\n11.00,blue,2026-03-13\n');
    expect(guess.missing).toEqual([
      expect.stringContaining('Account number'),
      expect.stringContaining('Credit or debit'),
      expect.stringContaining('name'),
      expect.stringContaining('company'),
    ]);
  });

  it('a CSV column whose values do not fit its header needs a question', () => {
    const guess = guessOf('Account,Name,Company,Type,Amount,Date\n100000017,Paula Sample,ACME,Credit,ten,2026-03-16\n');
    expect(guess.questionFields).toEqual(['amount']);
  });

  it('a CSV table without dates needs a question', () => {
    const guess = guessOf('Account,Name,Company,Type,Amount\n100000017,Paula Sample,ACME,Credit,10.00\n');
    expect(guess.questionFields).toEqual(['postingDate']);
  });
});

it('text without a common delimiter is not a CSV table', () => {
  expect(findCsvTable(Buffer.from('Dear staff\nplease find attached\n'), { isWhole: true })).toBeNull();
});

it('the CSV table finder checks a first line of a million delimiters in little time', () => {
  const line = Buffer.from(','.repeat(256 * 1024));
  expect(cpuTimeOf(() => findCsvTable(line, { isWhole: false }))).toBeLessThan(1_000);
});
