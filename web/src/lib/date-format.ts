const DATE_TIME_OPTIONS = {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
let moment = new Intl.DateTimeFormat('en-US', DATE_TIME_OPTIONS);
const exactMoment = new Intl.DateTimeFormat('en-US', {
  ...DATE_TIME_OPTIONS,
  second: '2-digit',
  timeZone: 'UTC',
});
const day = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** @param zone the institution's (IANA); null: the reader's own. Screens are drawn anew by whoever changes it. */
export function setDisplayTimeZone(zone: string | null): void {
  if (zone === shownZone) return;
  shownZone = zone;
  moment = new Intl.DateTimeFormat('en-US', {
    ...DATE_TIME_OPTIONS,
    ...(zone !== null && { timeZone: zone }),
  });
}
let shownZone: string | null = null;

/** An ISO instant as `MMM d, yyyy HH:mm` in the institution's time zone, else the reader's (spec section 9). */
export function formatDateTime(iso: string): string {
  const { month, day: date, year, hour, minute } = dateParts(moment, iso);
  return `${month} ${date}, ${year} ${hour}:${minute}`;
}

/** The time of day of an ISO instant as `HH:mm` in the same time zone. */
export function formatTimeOfDay(iso: string): string {
  const { hour, minute } = dateParts(moment, iso);
  return `${hour}:${minute}`;
}

/**
 * An ISO instant as `MMM d, yyyy HH:mm:ss UTC`: for the audit log, which reads the same to everybody and whose days,
 * in the filters and in the export, are those of UTC.
 */
export function formatUtcTime(iso: string): string {
  const { month, day: date, year, hour, minute, second } = dateParts(exactMoment, iso);
  return `${month} ${date}, ${year} ${hour}:${minute}:${second} UTC`;
}

function dateParts(format: Intl.DateTimeFormat, iso: string): Partial<Record<string, string>> {
  return Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
}

/** A calendar day ("2026-11-18") as "Nov 18, 2026". A day has no time zone, so none may shift it. */
export function formatDay(iso: string): string {
  return day.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
}

/** A sentence of the server, which writes days as "2026-11-18", with its days as screens write them. */
export function formatDaysInText(words: string): string {
  return words.replaceAll(/\b\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/g, formatDay);
}

/** A calendar day as "Nov 18", for axes. */
export function formatShortDay(iso: string): string {
  return shortDay.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
}

/** A calendar month ("2026-11") as "Nov 2026". */
export function formatMonth(iso: string): string {
  return month.format(new Date(`${iso.slice(0, 7)}-01T00:00:00Z`));
}
