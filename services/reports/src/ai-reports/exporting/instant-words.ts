/** In a time zone (IANA) that the words name, because papers are read elsewhere; null: the server's. "Nov 20, 2026, 16:12 UTC" */
export function instantWords(instant: Date | string, timeZone: string | null): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone !== null && { timeZone }),
  }).format(new Date(instant));
}
