/** Money inside the program: a whole number of US cents. Never a fraction, never a float of dollars. */
export type Cents = number;

/** Largest amount of one entry: what `numeric(12,2)` holds, 9,999,999,999.99. */
export const MAX_ENTRY_CENTS: Cents = 999_999_999_999;

/** Cents of dollars that somebody set: a limit, a parameter of a rule. Amounts of entries are never dollars in a number. */
export function dollarsToCents(dollars: number): Cents {
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
export function parseCents(text: string): Cents {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) throw new RangeError('an amount must be decimal text with at most two places');
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) throw new RangeError('an amount is too large to be exact');
  return match[1] === '-' && cents !== 0 ? -cents : cents;
}

/** Money for people to read: "$8,240.00", "-$12.00". */
export function formatDollars(cents: Cents): string {
  const [whole = '', decimals = ''] = formatCents(Math.abs(cents)).split('.');
  return `${cents < 0 ? '-' : ''}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}

export type ParsedAmount = { cents: Cents } | { reason: string };

/** Sign or parenthesis, dollar sign, digits plain or in groups of three, at most two decimals. */
const AMOUNT = /^(\()?(-)?\s?(\$)?\s?(-)?(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?(\))?(-)?$/;
/** The form of nearly every row, tried first. */
const PLAIN = /^\d{1,10}\.\d\d$/;

const TWO_SIGNS = 'the amount has two signs; write one minus sign or parentheses';

/**
 * Reads an amount as people and programs write US dollars:
 *
 * - `1234.56`, `1234.5`, `1234`, `1,234.56`, each with or without `$`
 * - negative: `-12.00`, `-$12.00`, `$-12.00`, `(12.00)`, `($12.00)`, `12.00-` (printed bank lists write the sign last)
 *
 * Everything else is refused with a reason that says what to do: three or more decimals (`1.005` is never rounded),
 * wrong groups (`12,34`), European commas, exponents, hexadecimal, full-width digits, NaN, Infinity, empty text, two
 * signs at once, and amounts beyond 9,999,999,999.99.
 */
export function parseAmount(text: string): ParsedAmount {
  if (PLAIN.test(text)) return { cents: Number(text.slice(0, -3)) * 100 + Number(text.slice(-2)) };
  const trimmed = text.trim();
  const match = AMOUNT.exec(trimmed);
  if (match === null) return { reason: rejectionReason(trimmed) };
  const [, open, minusBefore, , minusAfterDollar, whole = '', decimals = '', close, minusBehind] = match;
  if ((open === undefined) !== (close === undefined))
    return { reason: 'a parenthesis is missing; write (12.00)' };
  const signs = [open, minusBefore, minusAfterDollar, minusBehind].filter(
    (sign) => sign !== undefined,
  ).length;
  if (signs > 1) return { reason: TWO_SIGNS };
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  const cents = digits.length > 10 ? Infinity : Number(digits) * 100 + Number(decimals.padEnd(2, '0'));
  if (cents > MAX_ENTRY_CENTS)
    return { reason: 'the amount is larger than 9,999,999,999.99, the most one entry can hold' };
  return { cents: signs === 1 && cents !== 0 ? -cents : cents };
}

/** Size of an amount as `parseAmount` reads it, without its sign; null for text that is none. */
export function amountSizeOf(text: string): Cents | null {
  const parsed = parseAmount(text);
  return 'cents' in parsed ? Math.abs(parsed.cents) : null;
}

/** The most helpful sentence for text that is no amount. */
function rejectionReason(text: string): string {
  if (text === '') return 'the amount is empty; write it like 1234.56';
  if (/^[-($\s]*[\d,]*\.\d{3,}[-)]*$/.test(text)) {
    return 'the amount has more than two decimals and is not rounded; write whole cents like 1234.56';
  }
  if (/^[-($\s]*[\d,.]+[-)\s]*$/.test(text) && (text.match(/[-(]/g)?.length ?? 0) > 1) return TWO_SIGNS;
  if (/[０-９]/.test(text)) return 'the amount has full-width digits; write 0-9';
  if (/^[-($\s]*\d{1,3}(\.\d{3})*,\d{1,2}\)?$/.test(text)) {
    return 'the amount has a decimal comma; write 1,234.56 with a decimal point';
  }
  if (/^[+-]?\d+(\.\d*)?e[+-]?\d+$/i.test(text))
    return 'the amount has an exponent; write it out like 1000.00';
  if (/^[-($\s]*[\d,]+(\.\d{1,2})?\)?$/.test(text)) {
    return 'the commas do not separate groups of three digits; write 1,234.56';
  }
  return 'this is no amount in US dollars; write it like 1234.56';
}
