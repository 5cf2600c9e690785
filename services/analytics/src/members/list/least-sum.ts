import { monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import type { Cents } from '@clearwatch/domain/money/cents';

/**
 * The least sum over so many days whose monthly average reaches `monthlyCents`: a list is filtered by the sums that it keeps,
 * to the cent as if every average were computed.
 */
export function leastSum(monthlyCents: Cents, days: number): Cents {
  let below = -1;
  let reaches = Math.max(1, monthlyCents);
  while (monthlyAverage(reaches, days) < monthlyCents) reaches *= 2;
  while (reaches - below > 1) {
    const middle = Math.floor((below + reaches) / 2);
    if (monthlyAverage(middle, days) < monthlyCents) below = middle;
    else reaches = middle;
  }
  return reaches;
}
