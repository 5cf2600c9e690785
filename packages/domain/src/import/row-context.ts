import type { Day } from '../calendar/day.ts';

export interface RowContext {
  /** Newest day a row may carry, normally `endOfNextYear(today)`. */
  latestDay: Day;
}
