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
import type { WordMeaning } from './question-vocabulary.ts';
import type { ReadQuestion } from './read-question.ts';

export interface QueryDays extends LedgerDays {
  /** Those of the form, or the newest of the ledger. */
  period: Period;
  /** The user chose no days: open alerts, and first and last days, are then searched in the whole ledger. */
  isUsualPeriod: boolean;
}

export function periodsOf(
  read: ReadQuestion,
  days: QueryDays,
  before: Query | null,
): { period: Period; comparedWith: Period | null } {
  const { tokens, periods } = read;
  const compares = tokens.filter(
    (token, index) => token.sign === 'compare' && !isBetweenDirections(tokens, index),
  );
  const isLeadingWord = /^compar(?:e|ing)$/.test(compares[0]?.lower ?? '') && compares[0]?.words === 1;
  // "Compare March with February" is about March; behind "compared with" and "versus" stands the other.
  const compareAt =
    (compares.find(({ lower, words }) => !/^compar(?:e|ing)$/.test(lower) || words > 1) ?? null)?.start ??
    null;
  const usual = before?.period ?? days.period;
  const all = periods.map((each) => ({
    ...each,
    isSecond:
      each.isBase || (compareAt !== null && each.start > compareAt && !periods.some(({ isBase }) => isBase)),
  }));
  const second =
    all.find(({ isSecond }) => isSecond) ?? (isLeadingWord && all.length > 1 ? all[1] : undefined);
  const first = all.find((each) => each !== second && typeof each.period !== 'string');
  const named = first?.period;
  if (second === undefined) {
    const relative = all.find(({ period }) => typeof period === 'string')?.period;
    const period = named === undefined || typeof named === 'string' ? currentOf(all[0], usual, days) : named;
    return {
      period,
      comparedWith:
        typeof relative === 'string'
          ? shifted(relative, period, all.find((each) => each.period === relative)?.unit ?? null)
          : null,
    };
  }
  // "Compared with the previous 30 days": so many days up to now, and those before.
  if (second.rolling !== null && named === undefined && typeof second.period !== 'string')
    return { period: second.period, comparedWith: previousPeriod(second.period) };
  const period = named === undefined || typeof named === 'string' ? currentOf(second, usual, days) : named;
  return { period, comparedWith: comparedDays(second, period, days) };
}

function isBetweenDirections(tokens: readonly QuestionToken[], index: number): boolean {
  const isDirection = (sign: WordMeaning | null | undefined) => sign === 'credits' || sign === 'debits';
  return isDirection(tokens[index - 1]?.sign) && isDirection(tokens[index + 1]?.sign);
}

/** Of "March compared with last year" the same days of last year. */
function comparedDays(
  { period: second, unit }: Pick<FoundPeriod, 'period' | 'unit'>,
  period: Period,
  { asOf }: QueryDays,
): Period {
  if (typeof second === 'string') return shifted(second, period, unit);
  const isPart =
    unit === 'year' &&
    period.firstDay.slice(0, 4) === asOf.slice(0, 4) &&
    period.lastDay.slice(0, 4) === asOf.slice(0, 4) &&
    period.firstDay !== wholeUnits(1, 'year', asOf).firstDay;
  return isPart ? yearBefore(period) : second;
}

/** "Compared with last month" alone is about this month, "with the same quarter last year" about this quarter. */
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

/** "The month before" is a whole month where the days begin one; "the year before" are the same days of it. */
function shifted(how: 'previous' | 'year before', period: Period, unit: CalendarUnit | null): Period {
  if (how === 'year before') return yearBefore(period);
  if (unit === null) return periodBefore(period);
  const own = unitAround(period.firstDay, unit, -1);
  if (unit === 'year' && addDays(own.lastDay, 1) !== period.firstDay) return yearBefore(period);
  return own;
}

/** Days before the ledger begins look like days without money, so nothing is compared with them. */
export function comparison(
  wanted: Period | null,
  { firstDay }: LedgerDays,
): Pick<Query, 'comparedWith' | 'notCompared'> {
  return wanted !== null && wanted.firstDay < firstDay
    ? { comparedWith: null, notCompared: wanted }
    : { comparedWith: wanted, notCompared: null };
}

const DEFAULT_SERIES_LENGTH = { day: 30, week: 12, month: 12, quarter: 4, year: 3 } as const;

/** "Debits by month" without days: as many as a chart shows well, none before the ledger begins. */
export function defaultSeriesPeriod(unit: CalendarUnit, { asOf, firstDay }: LedgerDays): Period {
  const period = wholeUnits(DEFAULT_SERIES_LENGTH[unit], unit, asOf);
  return period.firstDay < firstDay ? { ...period, firstDay } : period;
}

/** "By week for the last 8 weeks" is about whole weeks. */
export function aligned(
  read: ReadQuestion,
  asked: QueryGroup | null,
  days: QueryDays,
  period: Period,
): Period {
  const rolling = read.periods.find((each) => each.period === period)?.rolling ?? null;
  if (rolling === null || !isTimeGroup(asked) || asked === 'day') return period;
  if (rolling.unit === asked) return wholeUnits(rolling.count, asked, days.asOf);
  const months = MONTHS_PER_UNIT[rolling.unit];
  return asked === 'month' && months > 0 ? wholeUnits(rolling.count * months, 'month', days.asOf) : period;
}
