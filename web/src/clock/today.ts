import type { Day } from '@clearwatch/domain/calendar/day';

/** The calendar day on the reader's wall. @param now milliseconds */
export function todayOf(now: number): Day {
  const at = new Date(now);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
