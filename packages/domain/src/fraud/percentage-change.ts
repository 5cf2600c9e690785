/** The largest value of the column, decimal(5,2). */
const LARGEST = 999.99;

/** 100 x (observed / baseline - 1) as decimal text with two places, clamped to ±999.99; null without a baseline. */
export function percentageChange(observed: number, baseline: number | null): string | null {
  if (baseline === null || baseline <= 0) return null;
  const change = 100 * (observed / baseline - 1);
  return Math.min(LARGEST, Math.max(-LARGEST, change)).toFixed(2);
}
