import { type Period, periodEndingAt } from '@clearwatch/domain/calendar/period';
import { DAYS_PER_YEAR } from '@clearwatch/domain/members/income-and-bills';

/** Of which ledger and day the rows of the lists are, and what is said of all members together. */
export interface ListState {
  ledgerVersion: number;
  /** First day of the ledger and the day on which its periods end; null while no entry has a date. */
  firstDay: string | null;
  asOf: string | null;
  /** Whether the institution dates entries on weekends, which then say nothing about a company. */
  postsOnWeekends: boolean;
  members: number;
  activeThisYear: number;
  /** Twelve months' credits of all members. */
  credits: string;
}

/** A state as it was read: what is found out about its rows holds for that version of them. */
export interface ReadListState extends ListState {
  /** Another one after every refresh. */
  rowsVersion: string;
  /** Another one when anything but risk levels and companies' alerts may have changed: a review alone leaves it. */
  figuresVersion: string;
}

/**
 * The twelve months that figures of members cover. Two months of data must be divided by two months, or a young ledger's
 * incomes look too small.
 */
export function yearOf({ firstDay, asOf }: Pick<ListState, 'firstDay' | 'asOf'>): Period | null {
  if (asOf === null || firstDay === null) return null;
  const year = periodEndingAt({ asOf, days: DAYS_PER_YEAR });
  return year.firstDay < firstDay ? { firstDay, lastDay: asOf } : year;
}
