import { type Cents, formatCents } from '../money/cents.ts';

export interface IncomeAndBills {
  /** Decimal text, US dollars a month. */
  monthlyIncome: string;
  monthlyBills: string;
  /** Bills / income x 100 with one decimal; "0.0" without income. Above 80 is shown red. */
  incomeToDebtRatio: string;
}

const MONTHS_PER_YEAR = 12;
const DAYS_PER_YEAR = 365;
/** The least that a monthly figure is taken from: a salary in a file of one day is not thirty salaries a month. */
const LEAST_DAYS = 30;

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
  if (!(sums.days >= 1)) throw new RangeError('a period has at least one day');
  const months = (Math.max(sums.days, LEAST_DAYS) * MONTHS_PER_YEAR) / DAYS_PER_YEAR;
  return {
    monthlyIncome: formatCents(Math.round(sums.creditCents / months)),
    monthlyBills: formatCents(Math.round(sums.debitCents / months)),
    incomeToDebtRatio: incomeToDebtRatio(sums.creditCents, sums.debitCents),
  };
}

/** Bills / income x 100, one decimal, computed from the unrounded sums; "0.0" without income. */
export function incomeToDebtRatio(creditCents: Cents, debitCents: Cents): string {
  return creditCents <= 0 ? '0.0' : ((debitCents / creditCents) * 100).toFixed(1);
}
