import type { ReportDocument, ReportSection, ReportType, Span } from '@clearwatch/contracts/ai-reports';
import type { Day } from '../calendar/day.ts';
import { type Period, periodEndingAt, previousPeriod } from '../calendar/period.ts';
import type { FactSheet } from './fact-sheet.ts';

export interface ReportScope {
  period: Period;
  /** The same number of days just before it, for comparisons. */
  previous: Period;
  asOf: Day;
  /** First day of the ledger: a previous period that begins before it cannot be compared. */
  firstDay: Day;
  /** Only for `custom`: the questions of the user. */
  prompt: string | null;
}

/** Cuts the period at the end of the ledger. Otherwise future days would count as quiet days, and half a period would be compared with a whole one. */
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

/** Length of the period when no first day is requested. */
const DEFAULT_PERIOD_DAYS = 30;

/** Requested days and the period before. The last day defaults to `asOf`, the newest posting day, the first to 30 days up to the end. */
export function reportPeriod({ firstDay, lastDay }: Record<'firstDay' | 'lastDay', Day | null>, asOf: Day) {
  const period =
    firstDay === null
      ? periodEndingAt({ asOf: lastDay ?? asOf, days: DEFAULT_PERIOD_DAYS })
      : // A period that begins after the newest day holds nothing; it must still be one.
        { firstDay, lastDay: lastDay ?? (firstDay > asOf ? firstDay : asOf) };
  return { period, previous: previousPeriod(period) };
}

export function reportOf(headline: readonly Span[], sections: readonly (ReportSection | null)[]) {
  return { headline: [...headline], sections: sections.filter((each) => each !== null) };
}
