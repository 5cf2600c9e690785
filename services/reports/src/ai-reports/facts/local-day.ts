import type { Day } from '@clearwatch/domain/calendar/day';

/** The calendar day of a point in time where the server stands (`TZ`): the clock of a report that is due runs by it. */
export function localDay(instant: string): Day {
  const date = new Date(instant);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
