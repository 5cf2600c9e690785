import { federalReserveHolidays } from '../../calendar/banking-days.ts';
import { type Day, weekdayOfEpochDay } from '../../calendar/day.ts';
import type { DatedEntry } from '../entry.ts';
import { isWeekend } from './is-weekend.ts';

const SUNDAY = 0;
const MINUTES_PER_HOUR = 60;

/** Whether an entry has a time of day that lies in the night. */
export function isAtNight({ minuteOfDay }: DatedEntry, nightEndMinute: number): boolean {
  return minuteOfDay !== null && minuteOfDay < nightEndMinute;
}

/** Whether the Federal Reserve does not settle on the entry's day. */
export function isOnNonBankingDay({ day, epochDay }: DatedEntry): boolean {
  return isWeekend(epochDay) || isHoliday(day);
}

/** When an entry came, as an analyst would say it: "Saturday, 02:15", "Holiday". */
export function momentOf(entry: DatedEntry): string {
  const { minuteOfDay } = entry;
  const day = dayName(entry);
  if (minuteOfDay === null) return day;
  const clock = [Math.floor(minuteOfDay / MINUTES_PER_HOUR), minuteOfDay % MINUTES_PER_HOUR];
  return `${day}, ${clock.map((part) => String(part).padStart(2, '0')).join(':')}`;
}

function dayName({ day, epochDay }: DatedEntry): string {
  if (isWeekend(epochDay)) return weekdayOfEpochDay(epochDay) === SUNDAY ? 'Sunday' : 'Saturday';
  return isHoliday(day) ? 'Holiday' : 'Banking day';
}

function isHoliday(day: Day): boolean {
  return federalReserveHolidays(Number(day.slice(0, 4))).has(day);
}
