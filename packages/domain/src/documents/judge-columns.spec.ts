import { judgeColumns } from './judge-columns.ts';

const ACCOUNTS = ['0001234567', '0002345678', '0003456789', '0004567890'];
const NAMES = ['SMITH, ANNA', 'JONES, BOB C', 'LEE, KIM', 'DOE, JO'];
const COMPANIES = ['ACME PAYROLL CO', 'CITY ENERGY INC', 'ACME PAYROLL CO', 'CITY ENERGY INC'];
const AMOUNTS = ['1,200.00', '75.10', '980.00', '12.45'];
const SIDES = ['C', 'D', 'C', 'D'];

/** Columns as given, one text per row. */
function judge(columns: readonly (readonly [heading: string, cells: readonly string[]])[], controls = {}) {
  const rows = ACCOUNTS.map((_, row) => columns.map(([, cells]) => cells[row] ?? ''));
  return judgeColumns(
    columns.map(([heading]) => heading),
    rows,
    controls,
  );
}
const fieldsOf = ({ mapping }: ReturnType<typeof judge>): Record<number, string> =>
  Object.fromEntries(mapping.columns.map(({ column, field }) => [column, field]));

describe('judged columns', () => {
  test('columns are recognized by abbreviated headings, in any order', () => {
    const judged = judge([
      ['AMT', AMOUNTS],
      ['D/C', SIDES],
      ['CO NAME', COMPANIES],
      ['INDIV NAME', NAMES],
      ['ACCT#', ACCOUNTS],
    ]);
    expect(fieldsOf(judged)).toEqual({
      0: 'amount',
      1: 'transactionType',
      2: 'company',
      3: 'fullName',
      4: 'accountNumber',
    });
    expect(judged).toMatchObject({ questions: [], mapping: { direction: 'type_column' } });
  });

  test('a column whose cells contradict its heading is asked about when nothing else contains that field', () => {
    const columns = [
      ['Acct', ACCOUNTS],
      ['Receiver Name', NAMES],
      ['Company', COMPANIES],
      ['Amt', AMOUNTS],
      ['DR/CR', SIDES],
    ] as const;
    const day = ['Day', ['A1', 'B2', 'C3', 'D4']] as const;
    expect(judge([...columns, day]).questions).toEqual([
      {
        column: 5,
        sentence: 'Column "Day" does not contain what its heading says. Choose what it contains, or ignore it.',
      },
    ]);
    const date = ['Eff Date', ['03/02/26', '03/02/26', '03/03/26', '03/03/26']] as const;
    expect(judge([...columns, day, date]).questions).toEqual([]);
  });

  test('columns without a heading are recognized by their cells', () => {
    const judged = judge([
      ['ACCT', ACCOUNTS],
      ['MEMBER', NAMES],
      ['', COMPANIES],
      ['', AMOUNTS],
      ['', SIDES.map((side) => `${side}R`)],
      ['FEE', ['25.00', '0.00', '25.00', '0.00']],
    ]);
    expect(fieldsOf(judged)).toMatchObject({ 2: 'company', 3: 'amount', 4: 'transactionType' });
    expect(judged.questions).toEqual([]);
  });

  test('two columns that may be the same field are asked about instead of guessed', () => {
    const { questions } = judge([
      ['Account', ACCOUNTS],
      ['Name', NAMES],
      ['Company', COMPANIES],
      ['', AMOUNTS],
      ['', AMOUNTS.map((amount) => `1${amount}`)],
      ['D/C', SIDES],
    ]);
    expect(questions.map(({ sentence }) => sentence)).toContainEqual(
      expect.stringMatching(/Several columns may contain the amount: Column 4 and Column 5/),
    );
  });

  test('a missing company, name or direction is asked for', () => {
    const { questions } = judge([
      ['Account', ACCOUNTS],
      ['Amount', AMOUNTS],
    ]);
    expect(questions.map(({ sentence }) => sentence)).toEqual([
      'No column was recognized as the company or originator. Choose one.',
      'No column was recognized as the member name. Choose one.',
      'Nothing shows which amounts are credits and which are debits. Choose the column that shows it.',
    ]);
  });

  test('a running balance and a fee are no amounts, and an unknown column of amounts is asked about', () => {
    const columns = [
      ['Account', ACCOUNTS],
      ['Name', NAMES],
      ['Company', COMPANIES],
      ['Amount', AMOUNTS],
      ['D/C', SIDES],
    ] as const;
    expect(judge([...columns, ['Running Bal', AMOUNTS], ['Svc Chg', AMOUNTS]]).questions).toEqual([]);
    expect(judge([...columns, ['Mystery', AMOUNTS]]).questions).toHaveLength(1);
  });

  test('debits and credits in two columns show the direction, even when one of them is empty', () => {
    const judged = judge([
      ['Account', ACCOUNTS],
      ['Name', NAMES],
      ['Company', COMPANIES],
      ['Withdrawals', AMOUNTS],
      ['Deposits', ['', '', '', '']],
    ]);
    expect(fieldsOf(judged)).toMatchObject({ 3: 'debitAmount', 4: 'creditAmount' });
    expect(judged).toMatchObject({ questions: [], mapping: { direction: 'two_columns' } });
  });

  describe('the sign of amounts', () => {
    const signed = ['1,200.00', '(75.10)', '980.00', '(12.45)'];
    const columns = (descriptions: readonly string[]) =>
      [
        ['Account', ACCOUNTS],
        ['Name', NAMES],
        ['Company', COMPANIES],
        ['Memo', descriptions],
        ['Amount', signed],
      ] as const;

    test('signs are asked about without other evidence', () => {
      expect(judge(columns(['X1', 'X2', 'X3', 'X4'])).questions).toMatchObject([
        { sentence: expect.stringMatching(/^Only the sign of the amount/) },
      ]);
    });

    test('signs are certain when descriptions agree, and not when one of them disagrees', () => {
      const agreeing = judge(columns(['PAYROLL', 'INS PREM', 'PENSION', 'RENT']));
      expect(agreeing).toMatchObject({ questions: [], mapping: { direction: 'negative_is_debit' } });
      expect(judge(columns(['PAYROLL', 'INS PREM', 'RENT', 'RENT'])).questions).toHaveLength(1);
    });

    test('signs are certain when the printed sum of debits or credits agrees', () => {
      const sums = (direction: 'Debit' | 'Credit', cents: number) => ({
        controls: [
          {
            page: 1,
            box: { x: 0, y: 0, width: 1, height: 1 },
            text: '',
            counts: [],
            sums: [{ direction, cents }],
          },
        ],
      });
      const texts = ['X1', 'X2', 'X3', 'X4'];
      expect(judge(columns(texts), sums('Debit', 87_55)).mapping.direction).toBe('negative_is_debit');
      expect(judge(columns(texts), sums('Credit', 87_55)).mapping.direction).toBe('negative_is_credit');
      expect(judge(columns(texts), sums('Debit', 87_56)).questions).toHaveLength(1);
    });
  });
});
