import { isBankingDay } from '../../calendar/banking-days.ts';
import { addDays, addMonths, type Day, epochDay, monthOf } from '../../calendar/day.ts';
import type { Period } from '../../calendar/period.ts';
import type { CreditPurpose } from '../../detection/entry-meaning.ts';
import type { Cents } from '../../money/cents.ts';
import type { Alerts } from '../sections/alert-facts.ts';
import type { FlowDirection } from '../sections/change-contributors.ts';
import type { MemberRef } from '../sections/member-figures.ts';
import { type Flows, type FlowTotals } from '../sections/money-flow-sections.ts';

/** A day is compared with the same weekday of earlier weeks and the same day of earlier months. */
export const COMPARED_WEEKS = 12;
export const COMPARED_MONTHS = 6;
/** Payments due on a holiday or weekend move to the next banking day. */
const NEARBY_DAYS = 2;
/** A day stands out when it is this many times the largest comparable day. */
export const OUTLIER_RATIO = 1.5;
/** Fewer comparable days with money are not enough. */
const MIN_COMPARABLE_DAYS = 6;

export interface DayTotal extends Pick<FlowTotals, 'creditCents' | 'debitCents' | 'entries'> {
  day: Day;
}

interface OutlierDay {
  day: Day;
  direction: FlowDirection;
  cents: Cents;
  largestComparable: { day: Day; cents: Cents };
}

/** Days of the period with far more than any comparable day before them; those farthest above first. */
export function outlierDays(totals: readonly DayTotal[], period: Period): OutlierDay[] {
  const byDay = new Map(totals.map((total) => [total.day, total]));
  const found = totals
    .filter(({ day }) => day >= period.firstDay && day <= period.lastDay)
    .flatMap((total) => [compareDay(total, 'credits', byDay), compareDay(total, 'debits', byDay)])
    .filter((day) => day !== null);
  return found.toSorted((left, right) => excessOverComparable(right) - excessOverComparable(left));
}

const excessOverComparable = ({ cents, largestComparable }: OutlierDay) => cents - largestComparable.cents;
const centsIn = (direction: FlowDirection, { creditCents, debitCents }: DayTotal) =>
  direction === 'credits' ? creditCents : debitCents;

function compareDay(total: DayTotal, direction: FlowDirection, byDay: ReadonlyMap<Day, DayTotal>) {
  const comparable = comparableDays(total.day).flatMap((day) => {
    const other = byDay.get(day);
    return other === undefined || centsIn(direction, other) === 0 ? [] : [other];
  });
  const [largest] = comparable.toSorted(
    (left, right) => centsIn(direction, right) - centsIn(direction, left),
  );
  if (largest === undefined || comparable.length < MIN_COMPARABLE_DAYS) return null;
  const cents = centsIn(direction, total);
  if (cents <= OUTLIER_RATIO * centsIn(direction, largest)) return null;
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
export function daysWithoutEntries(totals: readonly DayTotal[], period: Period): Day[] {
  const posted = new Set(totals.filter(({ entries }) => entries > 0).map(({ day }) => day));
  const [first, last] = [epochDay(period.firstDay), epochDay(period.lastDay)];
  const banking = Array.from({ length: last - first + 1 }, (_, index) =>
    addDays(period.firstDay, index),
  ).filter(isBankingDay);
  const silent = banking.filter((day) => !posted.has(day));
  return 2 * silent.length < banking.length ? silent : [];
}

/** A day far above all comparable ones, with the company that brought most of it. */
export interface UnusualDay extends OutlierDay {
  company: { company: string; cents: Cents } | null;
}

/** A company whose sum is far above, or missing from, what it was in periods of the same length. */
export interface UnusualCompany {
  company: string;
  direction: FlowDirection;
  cents: Cents;
  /** Most and mean of the periods of the same length before. */
  highestCents: Cents;
  meanCents: Cents;
}

/** A member who received or paid on one day far more than on any day of the year before. */
export interface UnusualPayment {
  member: MemberRef;
  direction: FlowDirection;
  day: Day;
  cents: Cents;
  highestCents: Cents;
  /** The company of the day's largest entry. */
  company: string;
  /** What that entry says it is for, where its words tell; null for debits and silent credits. */
  purpose: CreditPurpose | null;
  /** The member's alert nearest to the day, no more than 30 days from it. */
  alertId: number | null;
}

/** All that stands out, what is farthest above first: a report counts all, and lists the first of them. */
export interface AnomalyData {
  flows: Flows;
  alerts: Alerts;
  days: UnusualDay[];
  /** Banking days within the ledger on which nothing at all was posted. */
  daysWithoutEntries: Day[];
  /** How many periods of the same length before could be compared; below three nothing is said of companies. */
  comparedPeriods: number;
  companies: UnusualCompany[];
  /** Companies that had money in each of those periods, and none now. */
  companiesWithoutEntries: UnusualCompany[];
  payments: UnusualPayment[];
}
