/** A header says whole seconds, and an answer takes its time: below this the two clocks agree. */
const NOISE_MS = 2_000;

/** What has to be added to the time of this computer, whose clock may be wrong by hours or days. */
let offset = 0;

/** The time as the server has it, in milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + offset;
}

/** @param date the `Date` header of an answer that has just come; null: it had none */
export function noteServerDate(date: string | null): void {
  const said = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(said)) return;
  const seen = said - Date.now();
  const agrees = Math.abs(seen) <= NOISE_MS;
  if (Math.abs(seen - offset) > NOISE_MS) offset = agrees ? 0 : seen;
}
