/** Multiples of ten that a reader counts in. */
const STEPS = [1, 2, 2.5, 5, 10];

/**
 * Round values that span all given ones and zero, evenly spaced, smallest first; at least two.
 *
 * @param options.least smallest step that means something: 1 for counts, a cent for money
 */
export function niceTicks(values: readonly number[], options: { about: number; least?: number }): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low;
  const least = options.least ?? 0;
  if (span === 0) return [0, Math.max(1, least)];
  const step = Math.max(least, niceStep(span / options.about));
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return (STEPS.find((step) => step * power >= rough * (1 - 1e-9)) ?? 10) * power;
}
