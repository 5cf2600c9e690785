import type { ReportDocument, ReportType } from '@clearwatch/contracts/ai-reports';
import type { Day } from '../calendar/day.ts';
import { type Period, periodEndingAt, previousPeriod } from '../calendar/period.ts';
import type { FactSheet } from './fact-sheet.ts';

/** What a report is to speak of. */
export interface ReportScope {
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
export function limitToLedger(asked: ReportScope): ReportScope {
  const { period, asOf } = asked;
  if (period.lastDay <= asOf || period.firstDay > asOf) return asked;
  const covered = { firstDay: period.firstDay, lastDay: asOf };
  return { ...asked, period: covered, previous: previousPeriod(covered) };
}

/** What is asked, and the sheet that every stated number comes from. */
export interface ReportContext {
  asked: ReportScope;
  sheet: FactSheet;
}

/** How one type of report is written by rules: the same data give the same words. */
export interface ReportComposer<Data> {
  readonly type: ReportType;
  /** What it is for, as the form says it. */
  readonly purpose: string;
  /** Takes every number that it states from the sheet, which it fills from the data. */
  compose(data: Data, context: ReportContext): ReportDocument;
}

/** Length of the period where only its end, or nothing, is said. */
const DEFAULT_PERIOD_DAYS = 30;

/** The days that were asked for; null where staff left them out. */
export interface RequestedDays {
  firstDay: Day | null;
  lastDay: Day | null;
}

/**
 * What a report speaks of, and what it compares that with: the days that were asked for; without an end up to the newest
 * posting day; without a beginning the 30 days up to the end.
 *
 * @param asOf newest posting day of the ledger
 */
export function reportPeriod(
  { firstDay, lastDay }: RequestedDays,
  asOf: Day,
): { period: Period; previous: Period } {
  const period = periodOf(firstDay, lastDay, asOf);
  return { period, previous: previousPeriod(period) };
}

function periodOf(firstDay: Day | null, lastDay: Day | null, asOf: Day): Period {
  if (firstDay === null) return periodEndingAt({ asOf: lastDay ?? asOf, days: DEFAULT_PERIOD_DAYS });
  // A period that begins after the newest day holds nothing; it must still be one.
  return { firstDay, lastDay: lastDay ?? (firstDay > asOf ? firstDay : asOf) };
}
