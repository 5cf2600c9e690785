import type { DocumentLayout } from './document-layout.ts';
import { plainTextPages } from './plain-text-pages.ts';
import { findTables, readDocument } from './read-document.ts';

const LATEST = { latestDay: '2027-12-31' };

function read(text: string, layouts: readonly DocumentLayout[] = []) {
  const found = readDocument(findTables(plainTextPages(text), { layouts }), { ...LATEST, layouts });
  if ('failure' in found) throw new Error(found.failure);
  return found;
}

/** The cells of the rows by the fields that they are read as. */
function rowsOf(text: string) {
  const { tables } = read(text);
  return tables.flatMap(({ mapping, rows }) =>
    rows.map(({ cells, doubts }) => ({
      ...Object.fromEntries(mapping.columns.map(({ column, field }) => [field, cells[column]?.text])),
      ...(doubts.length > 0 && { doubts: doubts.map(({ reason }) => reason) }),
    })),
  );
}

const ONE_LINE = `EXAMPLE CREDIT UNION                                       PAGE 1
ACCT#       INDIV NAME       CO NAME           TRN CD        AMT  D/C  SETL DT   TRACE
0001234567  SMITH, ANNA      ACME PAYROLL CO   22       1,200.00  C    08/03/26  091000010000001
0002345678  JONES, BOB C     TOTAL WINE & CO   27          75.10  D    08/03/26  091000010000002
0003456789  LEE, KIM         ACME PAYROLL CO   22         980.00  C    08/04/26  091000010000003
`;

describe('tables found by their contents', () => {
  test('a table with unknown abbreviations is read, and a company called TOTAL is no sum', () => {
    expect(rowsOf(ONE_LINE)).toEqual([
      {
        accountNumber: '0001234567',
        fullName: 'SMITH, ANNA',
        company: 'ACME PAYROLL CO',
        transactionCode: '22',
        amount: '1,200.00',
        transactionType: 'C',
        settlementDate: '08/03/26',
        checkTracerNumber: '091000010000001',
      },
      expect.objectContaining({ company: 'TOTAL WINE & CO', amount: '75.10' }),
      expect.objectContaining({ accountNumber: '0003456789' }),
    ]);
  });

  test('entries of two lines are read as one, with the headings of both lines', () => {
    const text = `ACCT        NAME                 DEBIT     CREDIT
    TRACE NO         TC  EFF DT
COMPANY: ACME PAYROLL   ID: 1883291021
0001234567  SMITH, ANNA                     956.09
    091000010000001  22  08/05/26
0002345678  JONES, BOB                      175.35
    091000010000002  22  08/05/26
  COMPANY TOTAL (2 ITEMS)         0.00    1,131.44

COMPANY: CITY ENERGY   ID: 1305129455
0003456789  LEE, KIM              55.15
    091000010000003  27  08/06/26
  COMPANY TOTAL (1 ITEMS)        55.15        0.00
`;
    expect(rowsOf(text)).toMatchObject([
      { company: 'ACME PAYROLL', creditAmount: '956.09', checkTracerNumber: '091000010000001' },
      { company: 'ACME PAYROLL', effectiveDate: '08/05/26' },
      { company: 'CITY ENERGY', debitAmount: '55.15', transactionCode: '27' },
    ]);
    expect(rowsOf(text).every((row) => !('doubts' in row))).toBe(true);
  });

  test('headings of groups apply to the entries below them, also without a label', () => {
    const text = `ACCT        NAME           TC     AMOUNT  DATE
CITY OF DAYTON (1224396834)
0001234567  SMITH, ANNA    22     956.09  08/05/26
0002345678  JONES, BOB     22     175.35  08/05/26
CREDIT ONE (1305129455)
0003456789  LEE, KIM       27      55.15  08/05/26
LAKE CLINIC / 1305129456
0004567890  DOE, JO        27      12.45  08/05/26
`;
    expect(rowsOf(text).map((row) => Object.entries(row).find(([field]) => field === 'company')?.[1])).toEqual([
      'CITY OF DAYTON',
      'CITY OF DAYTON',
      'CREDIT ONE',
      'LAKE CLINIC',
    ]);
  });

  test('an account and a name above a group are read, and balances are no entries', () => {
    const text = `POST DT   COMPANY          TRACE            WITHDRAWALS   DEPOSITS    BALANCE
ACCOUNT 0001418062   SMITH, ANNA
BALANCE FORWARD                                                         3,584.21
08/05/26  ACME PAYROLL     091000010000001                2,581.97    6,166.18
08/05/26  CITY ENERGY      091000010000002     166.18                 6,000.00
`;
    expect(rowsOf(text)).toMatchObject([
      { accountNumber: '0001418062', fullName: 'SMITH, ANNA', creditAmount: '2,581.97' },
      { accountNumber: '0001418062', debitAmount: '166.18' },
    ]);
  });

  test('credits and debits in tables of their own get their direction from the headings', () => {
    const table = (title: string, heading: string) => `${title}
Member #    Name          From           Purpose   ${heading}  Trace
0001234567  ANNA SMITH    ACME PAYROLL   PAYROLL      1,512.11  091000010000001
0002345678  BOB JONES     ACME PAYROLL   PAYROLL        469.60  091000010000002

`;
    const text = `Settlement Date: 08/05/2026\n\n${table('ACH DEPOSITS', 'Deposit Amt')}${table('ACH WITHDRAWALS', 'Withdrawal')}`;
    expect(rowsOf(text).map((row) => Object.values(row).slice(-2))).toEqual([
      ['08/05/2026', 'Credit'],
      ['08/05/2026', 'Credit'],
      ['08/05/2026', 'Debit'],
      ['08/05/2026', 'Debit'],
    ]);
  });

  test('two lists beside each other are read as two tables', () => {
    const text = `DR ACCT    NAME          COMPANY        DEBIT      CREDIT  COMPANY       NAME          CR ACCT
083528687  SMITH, ANNA   CITY ENERGY    962.30    1,573.09  ACME PAYROLL  LEE, KIM      081777538
027011537  JONES, BOB    CITY ENERGY    686.91    3,222.28  ACME PAYROLL  DOE, JO       001512109
099211610  ROE, ED       CITY ENERGY    866.09      522.38  ACME PAYROLL  POE, AL       006072686
`;
    const rows = rowsOf(text);
    expect(rows).toHaveLength(6);
    expect(rows[0]).toMatchObject({ accountNumber: '083528687', amount: '962.30', transactionType: 'Debit' });
    expect(rows[3]).toMatchObject({
      accountNumber: '081777538',
      amount: '1,573.09',
      transactionType: 'Credit',
    });
  });

  test('an entry with an unreadable amount is held, and its neighbors are not', () => {
    const rows = rowsOf(ONE_LINE.replace('1,200.00', '1,2O0.0O'));
    expect(rows).toHaveLength(3);
    expect(rows.map((row) => 'doubts' in row)).toEqual([true, false, false]);
  });

  test('entries below the sum of a group are held when the heading of the next group is missing', () => {
    const text = `ACCT        NAME           TC     AMOUNT  DATE
COMPANY: ACME
0001234567  SMITH, ANNA    22     956.09  08/05/26
0002345678  JONES, BOB     22     100.00  08/05/26
   TOTAL ITEMS 2  CREDITS 1,056.09

0003456789  LEE, KIM       22      55.15  08/05/26
`;
    expect(rowsOf(text).map((row) => 'doubts' in row)).toEqual([false, false, true]);
  });

  test('records of labels and values are read, also as cards beside each other', () => {
    const card = (account: string, amount: string, side: string) => [
      `Receiver    SMITH, ANNA             `,
      `Share Acct  ${account}              `,
      `Originator  ACME PAYROLL            `,
      `Amt         ${amount.padEnd(10)}    Direction  ${side}`.padEnd(44),
      `Settles     08/05/2026              `,
    ];
    const pairs = [
      [card('0001234567', '$10.00', 'Credit'), card('0002345678', '$20.00', 'Debit')],
      [card('0003456789', '$30.00', 'Debit'), card('0004567890', '$40.00', 'Credit')],
    ] as const;
    const lines = pairs.flatMap(([left, right]) => [
      ...left.map((line, index) => line.padEnd(52) + (right[index] ?? '')),
      '',
    ]);
    expect(rowsOf(lines.join('\n')).map((row) => [Object.values(row)[1], row])).toHaveLength(4);
    expect(rowsOf(lines.join('\n'))).toContainEqual(
      expect.objectContaining({ accountNumber: '0004567890', amount: '$40.00', transactionType: 'Credit' }),
    );
  });

  test('columns that are not certain are asked about, and no row is imported', () => {
    const { needsColumns, tables } = read(
      ONE_LINE.replace('CO NAME', 'NOTHING').replaceAll(/ACME PAYROLL CO|TOTAL WINE & CO/g, '          .    '),
    );
    expect(needsColumns).toMatchObject({ page: 1, questions: [expect.objectContaining({ column: null })] });
    expect(tables.flatMap(({ rows }) => rows).every(({ doubts }) => doubts.length > 0)).toBe(true);
    expect(needsColumns?.layout.cuts.length).toBeGreaterThan(4);
  });

  test('a saved layout decides what the columns are', () => {
    const text = ONE_LINE.replace('CO NAME', 'XYZZY  ')
      .replace('INDIV NAME', 'PLUGH     ')
      .replaceAll('ACME PAYROLL CO', 'MAX MILLER     ')
      .replaceAll('TOTAL WINE & CO', 'EVA BAKER      ');
    const { needsColumns, tables } = read(
      text
        .replaceAll('SMITH, ANNA', 'ANNA SMITH ')
        .replaceAll('LEE, KIM', 'KIM LEE ')
        .replace('JONES, BOB C', 'BOB C JONES '),
    );
    const layout = needsColumns?.layout;
    if (layout === undefined) throw new Error(`no questions: ${JSON.stringify(tables[0]?.mapping)}`);
    const fields = ['accountNumber', 'fullName', 'company', 'transactionCode', 'amount', 'transactionType'] as const;
    const mapping = Object.assign({}, layout.mapping, {
      direction: 'type_column',
      columns: fields.map((field, column) => ({ column, field })),
    });
    const saved = { ...layout, mapping };
    const again = read(
      text
        .replaceAll('SMITH, ANNA', 'ANNA SMITH ')
        .replaceAll('LEE, KIM', 'KIM LEE ')
        .replace('JONES, BOB C', 'BOB C JONES '),
      [saved],
    );
    expect(again.needsColumns).toBeUndefined();
    expect(again.tables[0]?.rows.map(({ doubts }) => doubts)).toEqual([[], [], []]);
  });

  test.each([
    [
      'a letter',
      'We received your request about the debit of $163.98 from ACME on 08/18/2026 with number 091000010000001.',
    ],
    [
      'a loan schedule',
      'Pmt  Due Date    Payment  Interest  Balance\n1  01/15/2026   426.60   97.35   17,670.75\n2  02/15/2026   426.60   95.57   17,339.72',
    ],
    [
      'a trial balance',
      'GL ACCT   DESCRIPTION        DEBIT\n700.00    CASH ON HAND   310,951.73\n711.00    ACH CLEARING   324,551.34',
    ],
  ])('%s is no list of entries', (_what, text) => {
    expect(readDocument(findTables(plainTextPages(text)), LATEST)).toEqual({ failure: expect.any(String) });
  });
});
