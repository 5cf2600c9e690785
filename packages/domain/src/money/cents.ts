/** Money inside the program: a whole number of US cents. Never a fraction, never a float of dollars. */
export type Cents = number;

/** Largest amount of one entry: what `numeric(12,2)` holds, 9,999,999,999.99. */
export const MAX_ENTRY_CENTS: Cents = 999_999_999_999;

/** Cents of dollars that somebody set: a limit, a parameter of a rule. Amounts of entries are never dollars in a number. */
export function centsOfDollars(dollars: number): Cents {
  return Math.round(dollars * 100);
}

/** Money as it crosses a border: decimal text with two places ("1234.56", "-0.05"), no grouping. */
export function formatCents(cents: Cents): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError('an amount in cents must be a safe whole number');
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Cents of decimal text that our own side wrote: a database column, a wire field. Text from outside goes through
 * `parseAmount` instead.
 *
 * @throws RangeError when the text is not `-?digits(.d{1,2})?` (PostgreSQL's `NaN` and `Infinity` included) or
 * leaves the range in which whole numbers are exact.
 */
export function centsOf(text: string): Cents {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) throw new RangeError('an amount must be decimal text with at most two places');
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) throw new RangeError('an amount is too large to be exact');
  return match[1] === '-' && cents !== 0 ? -cents : cents;
}
