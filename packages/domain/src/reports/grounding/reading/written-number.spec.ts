import { writtenNumber } from './written-number.ts';

const read = (digits: string, scale = 0, negative = false) => {
  const number = writtenNumber({ digits, negative, scale, unit: 'bare' });
  return number && [number.micro, number.step];
};

describe('digits', () => {
  test('are whole millionths, with what one more in the last place adds', () => {
    expect(read('12')).toEqual([12_000_000n, 1_000_000n]);
    expect(read('1,234.50')).toEqual([1_234_500_000n, 10_000n]);
    expect(read('1,234,567')).toEqual([1_234_567_000_000n, 1_000_000n]);
    expect(read('1.2', 6)).toEqual([1_200_000_000_000n, 100_000_000_000n]);
    expect(read('5', -2)).toEqual([50_000n, 10_000n]);
    expect(read('3', 0, true)).toEqual([-3_000_000n, 1_000_000n]);
  });

  test('have six decimals at most, and eighteen digits before them', () => {
    expect(read('0.123456')).toEqual([123_456n, 1n]);
    expect(read('0.1234567')).toBeNull();
    expect(read('9'.repeat(18))).not.toBeNull();
    expect(read('9'.repeat(19))).toBeNull();
  });

  test.each(['1,23', '1234,567', ',123', '1.2.3', '1,234,5', '12,', '1.', '', '.5', 'x12'])(
    '%j are no number as English writes them',
    (digits) => {
      expect(read(digits)).toBeNull();
    },
  );
});
