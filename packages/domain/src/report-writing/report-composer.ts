import type { ReportDocument, ReportSection, ReportType, Span } from '@clearwatch/contracts/ai-reports';
import type { Day } from '../calendar/day.ts';
import { type Period, periodEndingAt, previousPeriod } from '../calendar/period.ts';
import type { FactSheet } from './fact-sheet.ts';

export interface ReportScope {
  period: Period;
  /** The same number of days immediately before the period, for comparisons. */
  previous: Period;
  asOf: Day;
  /** First day in the ledger. A previous period that begins earlier cannot be compared. */
  firstDay: Day;
  /** The user's questions; only for `custom`. */
  prompt: string | null;
}

/**
 * Ends the period on the last day in the ledger. Otherwise, future days would look like days without
 * activity, and a partial period would be compared with a full one.
 */
export function limitToLedger(scope: ReportScope): ReportScope {
  const { period, asOf } = scope;
  if (period.lastDay <= asOf || period.firstDay > asOf) return scope;
  const covered = { firstDay: period.firstDay, lastDay: asOf };
  return { ...scope, period: covered, previous: previousPeriod(covered) };
}

export interface ReportContext {
  scope: ReportScope;
  sheet: FactSheet;
}

export interface ReportComposer<Data> {
  readonly type: ReportType;
  readonly purpose: string;
  compose(data: Data, context: ReportContext): ReportDocument;
}

/** Length of the period, in days, when no first day is requested. */
const DEFAULT_PERIOD_DAYS = 30;

/**
 * The requested days and the previous period. The last day defaults to `asOf`, the newest posting day; the
 * default length is 30 days.
 */
export function reportPeriod({ firstDay, lastDay }: Record<'firstDay' | 'lastDay', Day | null>, asOf: Day) {
  const period =
    firstDay === null
      ? periodEndingAt({ asOf: lastDay ?? asOf, days: DEFAULT_PERIOD_DAYS })
      : // A period after the newest day has no entries but must still be valid.
        { firstDay, lastDay: lastDay ?? (firstDay > asOf ? firstDay : asOf) };
  return { period, previous: previousPeriod(period) };
}

export function reportOf(headline: readonly Span[], sections: readonly (ReportSection | null)[]) {
  return { headline: [...headline], sections: sections.filter((each) => each !== null) };
}
