import {
  formatDateTime,
  formatDay,
  formatDaysInText,
  formatMonth,
  formatShortDay,
  formatUtcTime,
} from './date-format.ts';
import {
  formatAxisCount,
  formatAxisDollars,
  formatBytes,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatSignedMoney,
  formatThousands,
  formatWholeDollars,
  percentChange,
} from './number-format.ts';

describe('money', () => {
  it.each([
    ['0.00', '$0.00'],
    ['1234.5', '$1,234.50'],
    ['-12.00', '\u2212$12.00'],
    // More digits than a float can represent: formats the text, not a number.
    ['90071992547409931.37', '$90,071,992,547,409,931.37'],
  ])('the money format shows %s as %s', (decimal, expected) => {
    expect(formatMoney(decimal)).toBe(expected);
  });

  it.each([
    ['1234.49', '$1,234'],
    ['1234.50', '$1,235'],
    ['-0.40', '\u2212$0'],
  ])('the whole-dollar format rounds %s to %s [spec 2.6.9]', (decimal, expected) => {
    expect(formatWholeDollars(decimal)).toBe(expected);
  });

  it.each([
    [0, '$0K'],
    [12_500, '$12.5K'],
    [12_000_000, '$12,000K'],
    [-3_000, '\u2212$3K'],
  ])('a chart axis in thousands of dollars shows %d as %s [spec 2.6.9]', (dollars, expected) => {
    expect(formatThousands(dollars)).toBe(expected);
  });
});

describe('an axis of any magnitude', () => {
  it.each([
    [0, '$0'],
    [0.5, '$0.5'],
    [250, '$250'],
    [1_250, '$1.25K'],
    [40_000, '$40K'],
    [3_000_000_000, '$3B'],
    [-2_500, '\u2212$2.5K'],
  ])('a chart axis of any magnitude shows %d dollars as %s', (dollars, expected) => {
    expect(formatAxisDollars(dollars)).toBe(expected);
  });

  it('a chart axis of any magnitude shortens counts like dollar amounts', () => {
    expect([7, 950, 12_500].map(formatAxisCount)).toEqual(['7', '950', '12.5K']);
  });
});

describe('a net flow', () => {
  it.each([
    ['12.00', '+$12.00'],
    ['0.00', '+$0.00'],
    ['-3.50', '\u2212$3.50'],
  ])('a net flow of %s is shown as %s [spec 2.10.4]', (decimal, expected) => {
    expect(formatSignedMoney(decimal)).toBe(expected);
  });
});

describe('percent', () => {
  it('a percentage has one decimal and a real minus sign', () => {
    expect(formatPercent(12.34)).toBe('12.3%');
    expect(formatPercent(-5)).toBe('\u22125.0%');
  });

  it('a percent change from zero is 0 [spec 2.6.4]', () => {
    expect(percentChange({ current: 10, previous: 0 })).toBe(0);
    expect(percentChange({ current: 150, previous: 100 })).toBe(50);
    expect(percentChange({ current: 50, previous: 100 })).toBe(-50);
  });
});

describe('dates', () => {
  it('a date with time is shown as MMM d, yyyy HH:mm, with midnight as 00 [spec 9.25]', () => {
    expect(formatDateTime(new Date(2026, 2, 2, 0, 5).toISOString())).toBe('Mar 2, 2026 00:05');
    expect(formatDateTime(new Date(2026, 10, 18, 16, 30).toISOString())).toBe('Nov 18, 2026 16:30');
  });

  it('an exact instant is shown in UTC with the zone, in any time zone', () => {
    expect(formatUtcTime('2026-11-20T23:59:07.250Z')).toBe('Nov 20, 2026 23:59:07 UTC');
    expect(formatUtcTime('2026-11-21T00:00:00Z')).toBe('Nov 21, 2026 00:00:00 UTC');
  });

  it('a calendar day never shifts in any time zone', () => {
    expect(formatDay('2026-11-01')).toBe('Nov 1, 2026');
    expect(formatDaysInText('From 2026-10-27 to 2026-10-29, trace 2026-99-99, file 12026-10-27.')).toBe(
      'From Oct 27, 2026 to Oct 29, 2026, trace 2026-99-99, file 12026-10-27.',
    );
    expect(formatShortDay('2026-01-01')).toBe('Jan 1');
    expect(formatMonth('2026-01')).toBe('Jan 2026');
  });
});

describe('counts', () => {
  it('a noun after a count is singular or plural to match it', () => {
    expect(formatQuantity(1, 'transaction')).toBe('1 transaction');
    expect(formatQuantity(13_190, 'transaction')).toBe('13,190 transactions');
  });

  it.each([
    [999, '999 B'],
    [1_500, '1.5 kB'],
    [41_234_567, '41.2 MB'],
    [2_147_483_648, '2.1 GB'],
  ])('a file size of %d bytes is shown as %s', (bytes, expected) => {
    expect(formatBytes(bytes)).toBe(expected);
  });
});
