import { isBankingDay } from '../../../calendar/banking-days.ts';
import { addDays, type Day, epochDay } from '../../../calendar/day.ts';
import { addMonths, monthOf } from '../../../calendar/month.ts';
import type { Period } from '../../../metrics/period.ts';
import type { Cents } from '../../../money/cents.ts';
import type { Direction } from '../../topics/stated-movers.ts';

/** What is comparable to a day: the same weekday of so many weeks before, and that day of so many months before. */
export const COMPARED_WEEKS = 12;
export const COMPARED_MONTHS = 6;
/** Pay moves to the next banking day when its day is none. */
const NEARBY_DAYS = 2;
/** A day stands out when it is so many times the largest comparable one. */
export const TIMES_LARGEST = 1.5;
/** With fewer comparable days that had money nothing can be said. */
const LEAST_COMPARABLE = 6;

export interface DayTotal {
  day: Day;
  creditCents: Cents;
  debitCents: Cents;
  entries: number;
}

export interface OutstandingDay {
  day: Day;
  direction: Direction;
  cents: Cents;
  largestComparable: { day: Day; cents: Cents };
}

/** Days of the period with far more than any comparable day before them; those farthest above first. */
export function outstandingDays(totals: readonly DayTotal[], period: Period): OutstandingDay[] {
  const byDay = new Map(totals.map((total) => [total.day, total]));
  const found = totals
    .filter(({ day }) => day >= period.firstDay && day <= period.lastDay)
    .flatMap((total) => [judged(total, 'credits', byDay), judged(total, 'debits', byDay)])
    .filter((day) => day !== null);
  return found.toSorted((left, right) => excess(right) - excess(left));
}

const excess = ({ cents, largestComparable }: OutstandingDay) => cents - largestComparable.cents;
const centsIn = (direction: Direction, { creditCents, debitCents }: DayTotal) =>
  direction === 'credits' ? creditCents : debitCents;

function judged(
  total: DayTotal,
  direction: Direction,
  byDay: ReadonlyMap<Day, DayTotal>,
): OutstandingDay | null {
  const comparable = comparableDays(total.day).flatMap((day) => {
    const other = byDay.get(day);
    return other === undefined || centsIn(direction, other) === 0 ? [] : [other];
  });
  const [largest] = comparable.toSorted(
    (left, right) => centsIn(direction, right) - centsIn(direction, left),
  );
  if (largest === undefined || comparable.length < LEAST_COMPARABLE) return null;
  const cents = centsIn(direction, total);
  if (cents <= TIMES_LARGEST * centsIn(direction, largest)) return null;
  return {
    day: total.day,
    direction,
    cents,
    largestComparable: { day: largest.day, cents: centsIn(direction, largest) },
  };
}

function comparableDays(day: Day): Day[] {
  const weeks = Array.from({ length: COMPARED_WEEKS }, (_, index) => addDays(day, -7 * (index + 1)));
  const months = Array.from({ length: COMPARED_MONTHS }, (_, index) => {
    const month = addMonths(monthOf(day), -(index + 1));
    // The 31st of a shorter month is its last days.
    const same = addDays(`${month}-01`, Number(day.slice(8, 10)) - 1);
    return Array.from({ length: 2 * NEARBY_DAYS + 1 }, (_, offset) => addDays(same, offset - NEARBY_DAYS));
  });
  return [...new Set([...weeks, ...months.flat()])].filter((other) => other < day);
}

/** Banking days of the period on which nothing was posted, although such days usually bring something. */
export function silentDays(totals: readonly DayTotal[], period: Period): Day[] {
  const posted = new Set(totals.filter(({ entries }) => entries > 0).map(({ day }) => day));
  const [first, last] = [epochDay(period.firstDay), epochDay(period.lastDay)];
  const banking = Array.from({ length: last - first + 1 }, (_, index) =>
    addDays(period.firstDay, index),
  ).filter(isBankingDay);
  const silent = banking.filter((day) => !posted.has(day));
  return 2 * silent.length < banking.length ? silent : [];
}
