/** The calendar day of a point in time where the server stands (`TZ`), ISO. */
export function localDay(instant: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}
