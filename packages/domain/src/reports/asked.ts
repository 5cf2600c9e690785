import type { Day } from '../calendar/day.ts';
import type { Period } from '../metrics/period.ts';

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
