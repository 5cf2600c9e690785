import { daysIn, periodEndingAt } from '@clearwatch/domain/calendar/period';
import { DAYS_PER_YEAR } from '@clearwatch/domain/members/income-and-bills';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';

/** Days that the figures of the member list cover: a year that ends with the ledger, or as much as the ledger has of it. */
export function listDays({ asOf, firstDay }: Pick<ReportScope, 'asOf' | 'firstDay'>): number {
  const year = periodEndingAt({ asOf, days: DAYS_PER_YEAR });
  return daysIn(year.firstDay < firstDay ? { firstDay, lastDay: asOf } : year);
}
