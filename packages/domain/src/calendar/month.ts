import { addDays, type Day } from './day.ts';

/** A calendar month as ISO text, `YYYY-MM`. Months compare and sort as text. */
export type Month = string;

const ISO_MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

/**
 * The month that lies `months` after this one (before it when negative).
 *
 * @throws RangeError when the text is no ISO month.
 */
export function addMonths(month: Month, months: number): Month {
  const match = ISO_MONTH.exec(month);
  if (match === null) throw new RangeError('a month must be written YYYY-MM');
  const number = Number(match[1]) * 12 + Number(match[2]) - 1 + months;
  const year = Math.floor(number / 12);
  return `${String(year).padStart(4, '0')}-${String(number - year * 12 + 1).padStart(2, '0')}`;
}

/** All months from the first to the last, both included; none when the last lies before the first. */
export function monthsFrom(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** Whether the month of a day is over at the end of that day. */
export function endsMonth(day: Day): boolean {
  return monthOf(addDays(day, 1)) !== monthOf(day);
}
