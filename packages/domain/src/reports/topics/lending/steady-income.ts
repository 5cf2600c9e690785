import type { Day } from '../../../calendar/day.ts';
import { addMonths, endsMonth, monthOf, monthsFrom } from '../../../calendar/month.ts';
import { ABOUT_PERCENT } from '../../../members/against-normal.ts';
import { YELLOW_ABOVE_PERCENT } from '../../../members/debt-ratio-band.ts';
import { INCOME_BAND_FROM } from '../../../members/income-band.ts';
import { median } from '../../../members/median.ts';
import type { MonthlyFigures } from '../../../members/own-normal.ts';
import type { Cents } from '../../../money/cents.ts';

/** Whom the lending report lists: at least this income a month, at most this part of it for bills, this long steady. */
export const LEAST_INCOME: Cents = INCOME_BAND_FROM.medium;
export const MOST_BILLS_PERCENT = YELLOW_ABOVE_PERCENT;
export const STEADY_MONTHS = 6;

/** The whole months up to the end of the ledger over which income must be steady, oldest first. */
export function steadyMonths(asOf: Day): string[] {
  const last = endsMonth(asOf) ? monthOf(asOf) : addMonths(monthOf(asOf), -1);
  return monthsFrom(addMonths(last, 1 - STEADY_MONTHS), last);
}

/**
 * The least credits of the steady months when income hardly varies: none is more than 25% below their median. Null when
 * one is; a month without entries is below any median.
 *
 * @param history.months in any order; months not listed had no entries
 */
export function steadyIncome(history: {
  months: readonly MonthlyFigures[];
  asOf: Day;
}): { lowestCents: Cents; usualCents: Cents } | null {
  const byMonth = new Map(history.months.map(({ month, creditCents }) => [month, creditCents]));
  const credits = steadyMonths(history.asOf).map((month) => byMonth.get(month) ?? 0);
  const usualCents = Math.round(median(credits) ?? 0);
  const lowestCents = Math.min(...credits);
  if (usualCents === 0 || lowestCents * 100 < usualCents * (100 - ABOUT_PERCENT)) return null;
  return { lowestCents, usualCents };
}
