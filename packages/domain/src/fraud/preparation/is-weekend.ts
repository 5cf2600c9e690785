import { weekdayOfEpochDay } from '../../calendar/day.ts';

/** Whether a day since 1970-01-01 is a Saturday or Sunday, when the Federal Reserve does not settle ACH. */
export function isWeekend(epochDay: number): boolean {
  return weekdayOfEpochDay(epochDay) % 6 === 0;
}

/** A number that both days of one weekend share: its Saturday, as days since 1970-01-01. */
export function weekendOf(epochDay: number): number {
  return weekdayOfEpochDay(epochDay) === 0 ? epochDay - 1 : epochDay;
}
