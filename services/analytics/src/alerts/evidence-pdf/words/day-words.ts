const DAY = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
/** In the time zone of the server, which it names: a paper is read elsewhere. */
const INSTANT = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

/** "Mar 2, 2026"; anything that is no ISO day as it is. */
export function dayWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : DAY.format(date);
}

/** "Nov 20, 2026, 16:12 UTC" */
export function instantWords(instant: Date | string): string {
  return INSTANT.format(new Date(instant));
}
