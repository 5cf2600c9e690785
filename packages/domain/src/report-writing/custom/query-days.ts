import { addDays } from '../../calendar/day.ts';
import {
  CALENDAR_UNITS,
  type CalendarUnit,
  MONTHS_PER_UNIT,
  type Period,
  periodBefore,
  previousPeriod,
  unitAround,
  wholeUnits,
  yearBefore,
} from '../../calendar/period.ts';
import { isTimeGroup, type Query, type QueryGroup } from './custom-query.ts';
import type { FoundPeriod, LedgerDays } from './period-grammar.ts';
import type { QuestionToken } from './question-names.ts';
import type { ReadQuestion } from './read-question.ts';

export interface QueryDays extends LedgerDays {
  period: Period;
  /** The user chose no days, so open alerts and first or last days are looked up in the whole ledger. */
  isUsualPeriod: boolean;
}

export function periodsOf({ tokens, periods }: ReadQuestion, days: QueryDays, before: Query | null) {
  const isDirection = (token: QuestionToken | undefined) => token?.sign === 'credits' || token?.sign === 'debits';
  const compares = tokens.filter(
    ({ sign }, index) => sign === 'compare' && !(isDirection(tokens[index - 1]) && isDirection(tokens[index + 1])),
  );
  const isLeading = ({ lower, words }: QuestionToken) => /^compar(?:e|ing)$/.test(lower) && words === 1;
  // "Compare March with February" is about March. The comparison base is whatever follows "with", "compared
  // with" or "versus".
  const compareAt = compares.find((token) => !isLeading(token))?.start ?? Infinity;
  const hasBase = periods.some(({ isBase }) => isBase);
  const second =
    periods.find(({ isBase, start }) => isBase || (!hasBase && start > compareAt)) ??
    (compares.slice(0, 1).some(isLeading) ? periods[1] : undefined);
  const usual = before?.period ?? days.period;
  const named = periods
    .filter((each) => each !== second)
    .map(({ period }) => period)
    .find((period) => typeof period !== 'string');
  const period = named ?? currentOf(second ?? periods[0], usual, days);
  if (second === undefined) {
    const relative = periods.find((each) => typeof each.period === 'string');
    return { period, comparedWith: relative === undefined ? null : comparedDays(relative, period, days) };
  }
  // "Compared with the previous 30 days" compares the last 30 days with the 30 days before them.
  if (second.rolling !== null && named === undefined && typeof second.period !== 'string')
    return { period: second.period, comparedWith: previousPeriod(second.period) };
  return { period, comparedWith: comparedDays(second, period, days) };
}

/** "March compared with last year" means the same days last year. */
function comparedDays(
  { period: second, unit }: Pick<FoundPeriod, 'period' | 'unit'>,
  period: Period,
  { asOf }: QueryDays,
): Period {
  if (typeof second === 'string') return shifted(second, period, unit);
  const year = wholeUnits(1, 'year', asOf).firstDay;
  const isPart = unit === 'year' && period.firstDay > year && period.lastDay.slice(0, 4) === year.slice(0, 4);
  return isPart ? yearBefore(period) : second;
}

/**
 * "Compared with last month" alone is about this month; "with the same quarter last year" is about this
 * quarter.
 */
function currentOf(
  second: Pick<FoundPeriod, 'period' | 'unit'> | undefined,
  usual: Period,
  { isUsualPeriod, asOf }: QueryDays,
): Period {
  if (second === undefined || !isUsualPeriod) return usual;
  const { period, unit: own } = second;
  if (typeof period === 'string') return own === null || own === 'day' ? usual : wholeUnits(1, own, asOf);
  const unit = CALENDAR_UNITS.find(
    (each) =>
      each !== 'day' &&
      wholeUnits(2, each, asOf).firstDay === period.firstDay &&
      addDays(wholeUnits(1, each, asOf).firstDay, -1) === period.lastDay,
  );
  return unit === undefined ? usual : wholeUnits(1, unit, asOf);
}

/**
 * "The month before" is a whole month. "The year before" is the same days a year earlier, unless the days
 * start at the beginning of a year.
 */
function shifted(how: 'previous' | 'year before', period: Period, unit: CalendarUnit | null): Period {
  if (how === 'year before') return yearBefore(period);
  if (unit === null) return periodBefore(period);
  const own = unitAround(period.firstDay, unit, -1);
  if (unit === 'year' && addDays(own.lastDay, 1) !== period.firstDay) return yearBefore(period);
  return own;
}

/** Days before the ledger begins would look like days without activity, so they are not compared. */
export function comparison(requested: Period | null, { firstDay }: LedgerDays) {
  return requested !== null && requested.firstDay < firstDay
    ? { comparedWith: null, notCompared: requested }
    : { comparedWith: requested, notCompared: null };
}

const DEFAULT_SERIES_LENGTH = { day: 30, week: 12, month: 12, quarter: 4, year: 3 } as const;

/**
 * "Debits by month" without days covers as many months as fit in a chart, but none before the ledger begins.
 */
export function defaultSeriesPeriod(unit: CalendarUnit, { asOf, firstDay }: LedgerDays): Period {
  const period = wholeUnits(DEFAULT_SERIES_LENGTH[unit], unit, asOf);
  return period.firstDay < firstDay ? { ...period, firstDay } : period;
}

/** "By week for the last 8 weeks" is about whole weeks. */
export function aligned(read: ReadQuestion, group: QueryGroup | null, days: QueryDays, period: Period) {
  const rolling = read.periods.find((each) => each.period === period)?.rolling ?? null;
  if (rolling === null || !isTimeGroup(group) || group === 'day') return period;
  if (rolling.unit === group) return wholeUnits(rolling.count, group, days.asOf);
  const months = MONTHS_PER_UNIT[rolling.unit];
  return group === 'month' && months > 0 ? wholeUnits(rolling.count * months, 'month', days.asOf) : period;
}
