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

/** "Nov 20, 2026, 16:12 UTC" */
export function instantWords(instant: Date | string): string {
  return INSTANT.format(new Date(instant));
}
