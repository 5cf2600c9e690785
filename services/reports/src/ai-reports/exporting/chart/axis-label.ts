import type { ChartUnit } from '@clearwatch/contracts/ai-reports';

const SIZES = [
  { from: 1e12, by: 1e12, letter: 'T' },
  { from: 1e9, by: 1e9, letter: 'B' },
  { from: 1e6, by: 1e6, letter: 'M' },
  { from: 1e4, by: 1e3, letter: 'K' },
] as const;

/**
 * A value beside an axis, short: "$1.25M", "-$12K", "4.5%". All labels of an axis have as many digits as its step needs.
 *
 * @param value of a chart: money in cents
 * @param axis the largest value on the axis, and the distance of its ticks
 */
export function axisLabel(value: number, unit: ChartUnit, axis: { largest: number; step: number }): string {
  if (unit === 'share') return `${plain(value * 100, digitsOf(axis.step * 100))}%`;
  const scale = unit === 'money' ? 100 : 1;
  const size = SIZES.find(({ from }) => axis.largest / scale >= from) ?? { by: 1, letter: '' };
  const digits = digitsOf(axis.step / scale / size.by);
  const text = `${plain(Math.abs(value) / scale / size.by, digits)}${value === 0 ? '' : size.letter}`;
  return `${value < 0 ? '-' : ''}${unit === 'money' ? '$' : ''}${text}`;
}

/** Decimals without which two neighbours would read the same; never more than three. */
function digitsOf(step: number): number {
  for (let digits = 0; digits < 3; digits += 1) {
    const shifted = step * 10 ** digits;
    if (Math.abs(shifted - Math.round(shifted)) < 1e-6 * shifted) return digits;
  }
  return 3;
}

function plain(value: number, digits: number): string {
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: value === 0 ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(value);
}
