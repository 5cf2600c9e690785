import { numberInColumns } from './ach-codes.ts';

describe('a number in columns', () => {
  test.each([
    ['x007x', 2, 4, 7],
    ['0129876543210', 4, 13, 9_876_543_210],
    ['x05', 3, 3, 5],
  ])('the number in %j from column %i to %i is %i', (text, from, to, number) => {
    expect(numberInColumns(text, from, to)).toBe(number);
  });

  // The characters before 0 and after 9 are "/" and ":".
  test.each(['1/2', '1:2', ' 12', '12 ', '1e2', '-12', '1.2', '12', ''])(
    'a number in columns is null for %j',
    (text) => {
      expect(numberInColumns(text, 1, 3)).toBeNull();
    },
  );
});
