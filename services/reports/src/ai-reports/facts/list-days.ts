import { DAYS_PER_YEAR } from '@clearwatch/domain/members/income-and-bills';
import { daysIn, periodEndingAt } from '@clearwatch/domain/metrics/period';
import type { Asked } from '@clearwatch/domain/reports/asked';

/** Days that the figures of the member list cover: a year that ends with the ledger, or as much as the ledger has of it. */
export function listDays({ asOf, firstDay }: Pick<Asked, 'asOf' | 'firstDay'>): number {
  const year = periodEndingAt({ asOf, days: DAYS_PER_YEAR });
  return daysIn(year.firstDay < firstDay ? { firstDay, lastDay: asOf } : year);
}
