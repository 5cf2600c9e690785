import type { Day } from '@clearwatch/domain/calendar/day';
import { endOfNextYear } from '@clearwatch/domain/calendar/parse-date';
import { Today } from '@clearwatch/service-kit/time/calendar-day';

/** Newest day that a row may carry, whatever file or document it comes from: nothing is posted later than next year. */
export function latestDay(today = new Today()): Day {
  return endOfNextYear(today.day());
}
