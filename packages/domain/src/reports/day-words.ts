import type { Day } from '../calendar/day.ts';
import type { Month } from '../calendar/month.ts';
import type { Period } from '../metrics/period.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** "Aug 3, 2026". */
export function dayWords(day: Day): string {
  return `${dayOfYear(day)}, ${day.slice(0, 4)}`;
}

/** "Aug 2026". */
export function monthWords(month: Month): string {
  return `${monthName(month)} ${month.slice(0, 4)}`;
}

/** "Jul 22 to Aug 20, 2026"; "Dec 20, 2025 to Jan 18, 2026"; a single day alone. */
export function periodWords({ firstDay, lastDay }: Period): string {
  if (firstDay === lastDay) return dayWords(firstDay);
  const isOneYear = firstDay.slice(0, 4) === lastDay.slice(0, 4);
  return `${isOneYear ? dayOfYear(firstDay) : dayWords(firstDay)} to ${dayWords(lastDay)}`;
}

function dayOfYear(day: Day): string {
  return `${monthName(day)} ${Number(day.slice(8, 10))}`;
}

function monthName(text: string): string {
  return MONTHS[Number(text.slice(5, 7)) - 1] ?? '';
}
