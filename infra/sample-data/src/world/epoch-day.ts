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
