import { type Cents, formatCents } from '../money/cents.ts';

const CENTS_PER_DOLLAR = 100;

/**
 * Mean of the members' total credits, rounded to whole dollars: `round(sum of totalCredits / members)` (spec, section 9).
 * 0 without members.
 *
 * @returns whole dollars
 */
export function averageCredits(sums: { creditCents: Cents; members: number }): number {
  return sums.members <= 0 ? 0 : Math.round(sums.creditCents / sums.members / CENTS_PER_DOLLAR);
}

export interface IncomeAndBills {
  /** Decimal text, US dollars a month. */
  monthlyIncome: string;
  monthlyBills: string;
  /** Bills / income x 100 with one decimal; "0.0" without income. Above 80 is shown red. */
  incomeToDebtRatio: string;
}

export const MONTHS_PER_YEAR = 12;
export const DAYS_PER_YEAR = 365;
/** The least that a monthly figure is taken from: a salary in a file of one day is not thirty salaries a month. */
export const MIN_AVERAGED_DAYS = 30;

/**
 * Average month of an account: credits and debits of a period, divided by its length in months
 * (`days x 12 / 365`, so 365 days are exactly 12 months; at least 30 days) and rounded to the cent.
 *
 * @param days length of the period that the sums cover, at least 1; for a ledger younger than the period, the
 * days it really covers, or else a new institution's incomes look too small
 */
export function incomeAndBills(sums: {
  creditCents: Cents;
  debitCents: Cents;
  days: number;
}): IncomeAndBills {
  return {
    monthlyIncome: formatCents(monthlyAverage(sums.creditCents, sums.days)),
    monthlyBills: formatCents(monthlyAverage(sums.debitCents, sums.days)),
    incomeToDebtRatio: incomeToDebtRatio(sums.creditCents, sums.debitCents),
  };
}

/**
 * Average month of a sum over so many days, rounded to the cent: `sum / (max(days, 30) x 12 / 365)`.
 *
 * @throws RangeError when the period has not at least one day.
 */
export function monthlyAverage(cents: Cents, days: number): Cents {
  if (!(days >= 1)) throw new RangeError('a period has at least one day');
  return Math.round((cents * DAYS_PER_YEAR) / (Math.max(days, MIN_AVERAGED_DAYS) * MONTHS_PER_YEAR));
}

/**
 * Bills / income x 100, one decimal, computed from the unrounded sums; "0.0" without income. Halves are rounded up, as
 * PostgreSQL rounds them where members are counted by it.
 */
export function incomeToDebtRatio(creditCents: Cents, debitCents: Cents): string {
  return creditCents <= 0 ? '0.0' : (Math.round((1000 * debitCents) / creditCents) / 10).toFixed(1);
}
