import { formatDay } from '../../../formats/dates.ts';

/** A stretch of days (ISO) in words: "Nov 10, 2026 to Nov 12, 2026", of a single day "Nov 12, 2026". */
export function daysWords({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string {
  return firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`;
}
