import {
  DAYS_PER_YEAR,
  MIN_AVERAGED_DAYS,
  MONTHS_PER_YEAR,
} from '@clearwatch/domain/members/income-and-bills';

/** Transactions in an average month, one decimal: as `monthlyAverage`, of a number instead of money. */
export function averagePerMonth(transactions: number, days: number): number {
  const months = (Math.max(days, MIN_AVERAGED_DAYS) * MONTHS_PER_YEAR) / DAYS_PER_YEAR;
  return Math.round((10 * transactions) / months) / 10;
}
