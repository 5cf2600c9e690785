import { alignDelimitedLines } from './plain-text-pages.ts';

const HEAD = 'Account,Name,Company,Amount';

describe('delimited text', () => {
  test('lines of delimited text are aligned in columns with four blanks between the widest cells', () => {
    expect(alignDelimitedLines([HEAD, '1,ANNA LEE,B,5.00', '1000000001,B,,12.00'])).toEqual([
      'Account       Name        Company    Amount',
      '1             ANNA LEE    B          5.00  ',
      '1000000001    B                      12.00 ',
    ]);
  });

  test('lines of delimited text may have a column without a name, including the first', () => {
    expect(alignDelimitedLines([`,${HEAD},`, ',1,A,B,5,'])).toEqual([
      `${' '.repeat(5)}Account    Name    Company    Amount     `,
      `${' '.repeat(5)}1          A       B          5          `,
    ]);
  });

  test('lines of delimited text keep delimiters inside quotation marks and collapse blanks', () => {
    expect(alignDelimitedLines([HEAD, ' 1 ,"LEE,  ANNA",  A\tB ,5'])).toEqual([
      'Account    Name         Company    Amount',
      '1          LEE, ANNA    A B        5     ',
    ]);
  });

  test('delimited lines with more or fewer values are set apart, but sentences with delimiters stay in place', () => {
    const sentence = 'Dear Sir, here is it, at last';
    expect(alignDelimitedLines([HEAD, '1,LEE, ANNA,A,5', sentence, '1,2,3,4'])).toEqual([
      'Account    Name    Company    Amount',
      '\n\n\n1,LEE, ANNA,A,5\n\n\n',
      sentence,
      '1          2       3          4     ',
    ]);
    const five = `${HEAD},Date`;
    expect(alignDelimitedLines([five, '1,A,B,5']).at(-1)).toBe('\n\n\n1,A,B,5\n\n\n');
    expect(alignDelimitedLines([five, '1,A,B']).at(-1)).toBe('1,A,B');
  });

  test('delimited lines keep the layout of the first header when it repeats, but not for a different header', () => {
    expect(alignDelimitedLines([HEAD, '1000000001,A,B,5', HEAD, '2,A,B,5'])).toEqual([
      'Account       Name    Company    Amount',
      '1000000001    A       B          5     ',
      'Account       Name    Company    Amount',
      '2             A       B          5     ',
    ]);
    expect(alignDelimitedLines([HEAD, '1000000001,A,B,5', `${HEAD},Date`, '2,A,B,5,6'])[2]).toBe(
      'Account    Name    Company    Amount    Date',
    );
    expect(alignDelimitedLines([HEAD, '1000000001,A,B,5', HEAD.replaceAll(',', ';'), '2;A;B;5'])[2]).toBe(
      'Account    Name    Company    Amount',
    );
  });

  test.each([
    ['only three known names', ['Account,Name,Company,Teller', '1,A,B,5']],
    ['bars that are already aligned', ['Account | Name | Company | Amount', '1 | A | B | 5']],
    ['no header above them', ['1,2,3,4', '5,6,7,8']],
  ])('lines of delimited text are left unchanged with %s', (_what, lines) => {
    expect(alignDelimitedLines(lines)).toEqual(lines);
  });
});
