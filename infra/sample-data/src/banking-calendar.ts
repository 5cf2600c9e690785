/** Days are whole numbers, counted from 1970-01-01; no clock, no time zone. */
const MS_PER_DAY = 86_400_000;

/** `month` from 1; a day beyond the month's end runs into the next month. */
export function epochDay(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / MS_PER_DAY;
}

/** 0 is Sunday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function isoText(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

/** @throws RangeError unless the text is an existing day written as YYYY-MM-DD */
export function parseIsoDay(text: string): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / MS_PER_DAY : Number.NaN;
  if (Number.isNaN(day) || isoText(day) !== text) throw new RangeError(`Not a day (YYYY-MM-DD): ${text}`);
  return day;
}

/**
 * Days on which the Federal Reserve does not settle. A holiday on a Sunday moves to Monday; one on a Saturday is not
 * moved (Federal Reserve Banks holiday schedule).
 */
export function federalHolidays(year: number): number[] {
  const fixed = [epochDay(year, 1, 1), epochDay(year, 6, 19), epochDay(year, 7, 4)];
  fixed.push(epochDay(year, 11, 11), epochDay(year, 12, 25));
  return [
    ...fixed.map((day) => (weekday(day) === SUNDAY ? day + 1 : day)),
    nthWeekday(year, 1, MONDAY, 3),
    nthWeekday(year, 2, MONDAY, 3),
    nthWeekday(year, 6, MONDAY, 1) - 7, // a week before June begins its Mondays: the last of May
    nthWeekday(year, 9, MONDAY, 1),
    nthWeekday(year, 10, MONDAY, 2),
    nthWeekday(year, 11, THURSDAY, 4),
  ];
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;

/** The n-th given weekday of a month. */
function nthWeekday(year: number, month: number, day: number, n: number): number {
  const first = epochDay(year, month, 1);
  return first + ((day - weekday(first) + 7) % 7) + 7 * (n - 1);
}

/** Which way a due day moves when the Federal Reserve is closed: pay comes before, bills are drawn after. */
export type DayRoll = 'before' | 'after';

/** The banking days of one window. Recurring day lists are computed once, since thousands of accounts share them. */
export class BankingCalendar {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly days: readonly number[];
  /** Banking days as shoppers use them: the weeks before Christmas come up half as often again. */
  readonly shoppingDays: readonly number[];
  readonly #texts: readonly string[];
  readonly #lists = new Map<string, readonly number[]>();

  /** Ends on the last banking day not after `lastDay`; `length` counts calendar days. */
  constructor(lastDay: number, length: number) {
    const closed = closedDays(lastDay - length - 10, lastDay);
    const isOpen = (day: number) => weekday(day) % 6 !== 0 && !closed.has(day);
    const span = Array.from({ length }, (_, index) => lastDay - length + 1 + index);
    this.days = span.filter(isOpen);
    this.firstDay = this.days[0] ?? lastDay;
    this.lastDay = this.days.at(-1) ?? lastDay;
    this.shoppingDays = this.days.flatMap((day) => (isHolidaySeason(day) ? [day, day, day] : [day, day]));
    this.#texts = Array.from({ length: this.lastDay - this.firstDay + 1 }, (_, i) =>
      isoText(this.firstDay + i),
    );
  }

  text(day: number): string {
    return this.#texts[day - this.firstDay] ?? isoText(day);
  }

  /** The banking day itself or the nearest one in the direction, kept inside the window. */
  roll(day: number, direction: DayRoll): number {
    const inside = Math.min(this.lastDay, Math.max(this.firstDay, day));
    const index = this.days.findIndex((open) => open >= inside);
    if (this.days[index] === inside || direction === 'after') return this.days[index] ?? this.lastDay;
    return this.days[index - 1] ?? this.firstDay;
  }

  /** The banking day `steps` banking days after (or, negative, before) the given one, kept inside the window. */
  shift(day: number, steps: number): number {
    const index = this.days.indexOf(this.roll(day, 'after')) + steps;
    return this.days[Math.min(this.days.length - 1, Math.max(0, index))] ?? day;
  }

  /** Once a month; day 31 means the month's last day. */
  monthly(dayOfMonth: number, direction: DayRoll): readonly number[] {
    return this.#once(`m${dayOfMonth}${direction}`, direction, (year, month) => [
      Math.min(epochDay(year, month, dayOfMonth), epochDay(year, month + 1, 1) - 1),
    ]);
  }

  /** The n-th given weekday of each month, for Social Security's Wednesdays; a holiday is paid the day before. */
  nthWeekday(day: number, n: number): readonly number[] {
    return this.#once(`w${day}${n}`, 'before', (year, month) => {
      const first = epochDay(year, month, 1);
      return [first + ((day - weekday(first) + 7) % 7) + 7 * (n - 1)];
    });
  }

  /** Every so many weeks on a weekday (1 is Monday), starting `phase` weeks into the window. */
  everyWeeks(weeks: number, day: number, phase: number): readonly number[] {
    const key = `e${weeks}-${day}-${phase}`;
    return this.#listed(key, () => {
      const start = this.firstDay + ((day - weekday(this.firstDay) + 7) % 7) + 7 * phase;
      const count = Math.max(0, Math.floor((this.lastDay - start) / (7 * weeks)) + 1);
      return Array.from({ length: count }, (_, k) => this.roll(start + k * 7 * weeks, 'before'));
    });
  }

  #once(key: string, direction: DayRoll, due: (year: number, month: number) => number[]): readonly number[] {
    return this.#listed(key, () => {
      const start = new Date(this.firstDay * 86_400_000);
      const months = Math.ceil((this.lastDay - this.firstDay) / 28) + 1;
      return Array.from({ length: months }, (_, k) =>
        due(start.getUTCFullYear(), start.getUTCMonth() + 1 + k),
      )
        .flat()
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

function closedDays(from: number, to: number): Set<number> {
  const first = new Date(from * 86_400_000).getUTCFullYear();
  const last = new Date(to * 86_400_000).getUTCFullYear();
  const years = Array.from({ length: last - first + 1 }, (_, k) => first + k);
  return new Set(years.flatMap(federalHolidays));
}

function isHolidaySeason(day: number): boolean {
  const date = new Date(day * 86_400_000);
  const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  return monthDay >= 1115 && monthDay <= 1224;
}
