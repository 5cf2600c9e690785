import type { Day } from '../calendar/day.ts';
import { type Period, previousPeriod } from '../metrics/period.ts';

/** What a report is to speak of. */
export interface Asked {
  period: Period;
  /** As many days before it: what changes are measured against. */
  previous: Period;
  /** Newest posting day of the ledger; the period may end before it. */
  asOf: Day;
  /** First day of the ledger: a previous period that begins before it cannot be compared. */
  firstDay: Day;
  /** Only of `custom`: what staff ask, in their words. */
  prompt: string | null;
}

/**
 * The same question about no more days than the ledger has: days to come would be taken for quiet ones, and half a period held
 * against a whole one.
 */
export function upToNewestDay(asked: Asked): Asked {
  const { period, asOf } = asked;
  if (period.lastDay <= asOf || period.firstDay > asOf) return asked;
  const covered = { firstDay: period.firstDay, lastDay: asOf };
  return { ...asked, period: covered, previous: previousPeriod(covered) };
}
