import { describeStatements } from '../testing/compose-report.ts';
import { findDates, parseWrittenNumber } from './find-figures.ts';

const parsed = (text: string) => describeStatements(text, findDates);

describe('written dates', () => {
  test.each([
    ['2026-07-22', ['2026-07-22: day 2026-7-22']],
    ['7/22/2026', ['7/22/2026: day 2026-7-22']],
    ['7/22/26', ['7/22/26: day 2026-7-22']],
    ['Jul 22, 2026', ['Jul 22, 2026: day 2026-7-22']],
    ['Sept. 3', ['Sept. 3: day ????-9-3']],
    ['July 4th', ['July 4th: day ????-7-4']],
    ['the 22nd of July 2026', ['22nd of July 2026: day 2026-7-22']],
    ['Jul 22–28, 2026', ['Jul 22: day 2026-7-22', '28, 2026: day 2026-7-28']],
    ['on Jul 2nd to 13th', ['Jul 2nd: day ????-7-2', '13th: day ????-7-13']],
    ['July 2026', ['July 2026: month 2026-7']],
    ['2026-12', ['2026-12: month 2026-12']],
    ['2026-01', ['2026-01: month 2026-1']],
    ['in May', ['May: month ????-5']],
    ['they may leave and march on', []],
    ['December', ['December: month ????-12']],
    ['Feb 29', ['Feb 29: day ????-2-29']],
    ['Feb 29, 2026', ['Feb 29, 2026: unclear']],
    ['Feb 30', ['Feb 30: unclear']],
    ['2026-02-30', ['2026-02-30: unclear']],
    ['13/13/2026', ['13/13/2026: unclear']],
    ['Jul 22, 2026 and Jul 23, 2026', ['Jul 22, 2026: day 2026-7-22', 'Jul 23, 2026: day 2026-7-23']],
  ])('the days and months in "%s" are recognized', (text, expected) => {
    expect(parsed(text)).toEqual(expected);
  });
});

const read = (digits: string, scale = 0, negative = false) => {
  const number = parseWrittenNumber({ digits, negative, scale, unit: 'bare' });
  return number && [number.micro, number.step];
};

describe('written numbers', () => {
  test('digits are parsed into whole millionths with the size of the last place', () => {
    expect(read('12')).toEqual([12_000_000n, 1_000_000n]);
    expect(read('1,234.50')).toEqual([1_234_500_000n, 10_000n]);
    expect(read('1,234,567')).toEqual([1_234_567_000_000n, 1_000_000n]);
    expect(read('1.2', 6)).toEqual([1_200_000_000_000n, 100_000_000_000n]);
    expect(read('5', -2)).toEqual([50_000n, 10_000n]);
    expect(read('3', 0, true)).toEqual([-3_000_000n, 1_000_000n]);
  });

  test('a number in digits has at most six decimal places and eighteen digits before the decimal point', () => {
    expect(read('0.123456')).toEqual([123_456n, 1n]);
    expect(read('0.1234567')).toBeNull();
    expect(read('9'.repeat(18))).not.toBeNull();
    expect(read('9'.repeat(19))).toBeNull();
  });

  test.each(['1,23', '1234,567', ',123', '1.2.3', '1,234,5', '12,', '1.', '', '.5', 'x12'])(
    'the text %j does not form a number in English',
    (digits) => {
      expect(read(digits)).toBeNull();
    },
  );
});
