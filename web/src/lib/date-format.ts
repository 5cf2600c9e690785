const DATE_TIME_OPTIONS = {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
let moment = new Intl.DateTimeFormat('en-US', DATE_TIME_OPTIONS);
const utcFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const exactMoment = utcFormat({ ...DATE_TIME_OPTIONS, second: '2-digit' });
const day = utcFormat({ month: 'short', day: 'numeric', year: 'numeric' });
const month = utcFormat({ month: 'short', year: 'numeric' });
const shortDay = utcFormat({ month: 'short', day: 'numeric' });

/** Screens must be rendered again. @param zone IANA name of the institution's time zone; null for the user's own */
export function setDisplayTimeZone(zone: string | null): void {
  if (zone === shownZone) return;
  shownZone = zone;
  moment = new Intl.DateTimeFormat('en-US', {
    ...DATE_TIME_OPTIONS,
    ...(zone !== null && { timeZone: zone }),
  });
}
let shownZone: string | null = null;

/** `MMM d, yyyy HH:mm` in the display zone (spec section 9). */
export function formatDateTime(iso: string): string {
  const { month, day: date, year, hour, minute } = dateParts(moment, iso);
  return `${month} ${date}, ${year} ${hour}:${minute}`;
}

export function formatTimeOfDay(iso: string): string {
  const { hour, minute } = dateParts(moment, iso);
  return `${hour}:${minute}`;
}

/** `MMM d, yyyy HH:mm:ss UTC`. The audit log, its filters and its export use UTC days. */
export function formatUtcTime(iso: string): string {
  const { month, day: date, year, hour, minute, second } = dateParts(exactMoment, iso);
  return `${month} ${date}, ${year} ${hour}:${minute}:${second} UTC`;
}

const dateParts = (format: Intl.DateTimeFormat, iso: string): Partial<Record<string, string>> =>
  Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));

/** "2026-11-18" → "Nov 18, 2026". A day has no time zone. */
export const formatDay = (iso: string): string => day.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));

/** The server writes days as "2026-11-18". */
export const formatDaysInText = (words: string): string =>
  words.replaceAll(/\b\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/g, formatDay);

/** "Nov 18". */
export const formatShortDay = (iso: string): string => shortDay.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));

/** "2026-11" → "Nov 2026". */
export const formatMonth = (iso: string): string => month.format(new Date(`${iso.slice(0, 7)}-01T00:00:00Z`));
