import { type Cents, formatCents } from '../money/cents.ts';

const CENTS_PER_DOLLAR = 100;

/** Mean of the members' total credits in whole dollars (spec, section 9); 0 without members. */
export function averageCredits(sums: { creditCents: Cents; members: number }): number {
  return sums.members <= 0 ? 0 : Math.round(sums.creditCents / sums.members / CENTS_PER_DOLLAR);
}

export const MONTHS_PER_YEAR = 12;
export const DAYS_PER_YEAR = 365;
/** One salary in a file for one day must not become thirty salaries a month. */
export const MIN_AVERAGED_DAYS = 30;

/** As decimal text. @param sums.days at least 1; for a ledger of less than a year, the number of days it covers */
export function incomeAndBills(sums: { creditCents: Cents; debitCents: Cents; days: number }) {
  return {
    monthlyIncome: formatCents(monthlyAverage(sums.creditCents, sums.days)),
    monthlyBills: formatCents(monthlyAverage(sums.debitCents, sums.days)),
    incomeToDebtRatio: incomeToDebtRatio(sums.creditCents, sums.debitCents),
  };
}

/** `sum / (max(days, 30) x 12 / 365)`, rounded to the cent. @throws RangeError for less than one day */
export function monthlyAverage(cents: Cents, days: number): Cents {
  if (!(days >= 1)) throw new RangeError('A period must have at least one day');
  return Math.round((cents * DAYS_PER_YEAR) / (Math.max(days, MIN_AVERAGED_DAYS) * MONTHS_PER_YEAR));
}

/** Bills / income x 100 from unrounded sums; "0.0" without income. Halves round up, as in PostgreSQL. */
export function incomeToDebtRatio(creditCents: Cents, debitCents: Cents): string {
  return creditCents <= 0 ? '0.0' : (Math.round((1000 * debitCents) / creditCents) / 10).toFixed(1);
}
