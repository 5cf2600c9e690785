import { addDays } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';

/** The days that belong to one of two periods and not to the other, as at most two stretches. */
export function daysApart(one: Period | null, other: Period | null): Period[] {
  if (one === null || other === null) return [one ?? other].filter((period) => period !== null);
  const [earlier, later] = one.firstDay <= other.firstDay ? [one, other] : [other, one];
  if (earlier.lastDay < later.firstDay) return [earlier, later];
  const [shorter, longer] = one.lastDay <= other.lastDay ? [one, other] : [other, one];
  return [
    { firstDay: earlier.firstDay, lastDay: addDays(later.firstDay, -1) },
    { firstDay: addDays(shorter.lastDay, 1), lastDay: longer.lastDay },
  ].filter(({ firstDay, lastDay }) => firstDay <= lastDay);
}
