import { addDays, type Day, dayFromEpoch, epochDay, mondayOf } from './day.ts';

/** A stretch of days, both ends included. */
export interface Period {
  firstDay: Day;
  lastDay: Day;
}

/** The `days` days (at least 1) that end with `asOf`, which is one of them. */
export function periodEndingAt({ asOf, days }: { asOf: Day; days: number }): Period {
  if (!Number.isSafeInteger(days) || days < 1) throw new RangeError('a period has at least one day');
  return { firstDay: addDays(asOf, 1 - days), lastDay: asOf };
}

/** The period of the same length that ends the day before this one begins. */
export function previousPeriod(period: Period): Period {
  return periodEndingAt({ asOf: addDays(period.firstDay, -1), days: daysIn(period) });
}

export function daysIn(period: Period): number {
  return epochDay(period.lastDay) - epochDay(period.firstDay) + 1;
}

/** Mondays of all weeks that the period touches, oldest first; the first may lie before the period. */
export function weeksOf(period: Period): Day[] {
  const weeks: Day[] = [];
  const last = epochDay(period.lastDay);
  for (let monday = epochDay(mondayOf(period.firstDay)); monday <= last; monday += 7)
    weeks.push(dayFromEpoch(monday));
  return weeks;
}
