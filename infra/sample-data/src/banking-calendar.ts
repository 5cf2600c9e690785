import { isBankingDay } from '@clearwatch/domain/calendar/banking-days';
import { dayFromEpoch, weekdayOfEpochDay } from '@clearwatch/domain/calendar/day';

/** Days are counted from 1970-01-01. */
const MS_PER_DAY = 86_400_000;

/** January is month 1. A day past the end of the month falls in the next month. */
const dayNumber = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / MS_PER_DAY;

/** Where a due day moves if banks are closed: pay arrives before it, and bills are debited after it. */
export type DayRoll = 'before' | 'after';

export class BankingCalendar {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly days: readonly number[];
  /** Weighted: the weeks before Christmas count one and a half times. */
  readonly shoppingDays: readonly number[];
  readonly #texts: readonly string[];
  readonly #lists = new Map<string, readonly number[]>();

  /** `length` counts calendar days. */
  constructor(lastDay: number, length: number) {
    const span = Array.from({ length }, (_, index) => lastDay - length + 1 + index);
    this.days = span.filter((day) => isBankingDay(dayFromEpoch(day)));
    this.firstDay = this.days[0] ?? lastDay;
    this.lastDay = this.days.at(-1) ?? lastDay;
    this.shoppingDays = this.days.flatMap((day) => (isHolidaySeason(day) ? [day, day, day] : [day, day]));
    this.#texts = Array.from({ length: this.lastDay - this.firstDay + 1 }, (_, i) => dayFromEpoch(this.firstDay + i));
  }

  text(day: number): string {
    return this.#texts[day - this.firstDay] ?? dayFromEpoch(day);
  }

  /** The day itself or the nearest banking day in that direction, within the window. */
  roll(day: number, direction: DayRoll): number {
    const inside = Math.min(this.lastDay, Math.max(this.firstDay, day));
    const index = this.days.findIndex((open) => open >= inside);
    if (this.days[index] === inside || direction === 'after') return this.days[index] ?? this.lastDay;
    return this.days[index - 1] ?? this.firstDay;
  }

  /** Moves by banking days (back if `steps` is negative), within the window. */
  shift(day: number, steps: number): number {
    const index = this.days.indexOf(this.roll(day, 'after')) + steps;
    return this.days[Math.min(this.days.length - 1, Math.max(0, index))] ?? day;
  }

  /** Day 31 is the last day of the month. */
  monthly(dayOfMonth: number, direction: DayRoll): readonly number[] {
    return this.#once(`m${dayOfMonth}${direction}`, direction, (year, month) =>
      Math.min(dayNumber(year, month, dayOfMonth), dayNumber(year, month + 1, 1) - 1),
    );
  }

  /** The n-th weekday `day` in each month, or the banking day before it if that is a holiday. */
  nthWeekday(day: number, n: number): readonly number[] {
    return this.#once(`w${day}${n}`, 'before', (year, month) => {
      const first = dayNumber(year, month, 1);
      return first + ((day - weekdayOfEpochDay(first) + 7) % 7) + 7 * (n - 1);
    });
  }

  /** Every `weeks` weeks on the weekday `day` (1 is Monday), starting `phase` weeks into the window. */
  everyWeeks(weeks: number, day: number, phase: number): readonly number[] {
    const key = `e${weeks}-${day}-${phase}`;
    return this.#listed(key, () => {
      const start = this.firstDay + ((day - weekdayOfEpochDay(this.firstDay) + 7) % 7) + 7 * phase;
      const count = Math.max(0, Math.floor((this.lastDay - start) / (7 * weeks)) + 1);
      return Array.from({ length: count }, (_, k) => this.roll(start + k * 7 * weeks, 'before'));
    });
  }

  #once(key: string, direction: DayRoll, due: (year: number, month: number) => number): readonly number[] {
    return this.#listed(key, () => {
      const start = new Date(this.firstDay * MS_PER_DAY);
      const months = Math.ceil((this.lastDay - this.firstDay) / 28) + 1;
      return Array.from({ length: months }, (_, k) => due(start.getUTCFullYear(), start.getUTCMonth() + 1 + k))
        .filter((day) => day >= this.firstDay && day <= this.lastDay)
        .map((day) => this.roll(day, direction));
    });
  }

  #listed(key: string, make: () => number[]): readonly number[] {
    const known = this.#lists.get(key);
    if (known) return known;
    const made = make();
    this.#lists.set(key, made);
    return made;
  }
}

function isHolidaySeason(day: number): boolean {
  const date = new Date(day * MS_PER_DAY);
  const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  return monthDay >= 1115 && monthDay <= 1224;
}
