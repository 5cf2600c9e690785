const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** An ISO instant as `MMM d, yyyy HH:mm` in the reader's time zone (spec section 9). */
export function formatDateTime(iso: string): string {
  const parts = Object.fromEntries(
    moment.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
  );
  return `${parts['month']} ${parts['day']}, ${parts['year']} ${parts['hour']}:${parts['minute']}`;
}

/** An ISO instant to the second, `MMM d, yyyy HH:mm:ss` in the reader's time zone: for what must be exact. */
export function formatExactTime(iso: string): string {
  const seconds = String(new Date(iso).getSeconds()).padStart(2, '0');
  return `${formatDateTime(iso)}:${seconds}`;
}

/** A calendar day ("2026-11-18") as "Nov 18, 2026". A day has no time zone, so none may shift it. */
export function formatDay(iso: string): string {
  return day.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
}

/** A calendar day as "Nov 18", for axes. */
export function formatShortDay(iso: string): string {
  return shortDay.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
}
