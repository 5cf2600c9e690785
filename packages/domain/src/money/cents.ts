/** A whole number of US cents, never a fraction. */
export type Cents = number;

/** The maximum of `numeric(12,2)`. */
export const MAX_ENTRY_CENTS: Cents = 999_999_999_999;

/** For limits and rule parameters, not for entry amounts. Rounds to the nearest cent. */
export function dollarsToCents(dollars: number): Cents {
  return Math.round(dollars * 100);
}

/**
 * Decimal text for the database and the API: "1234.56", "-0.05", no grouping.
 * @throws RangeError unless `cents` is a safe integer
 */
export function formatCents(cents: Cents): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError('An amount in cents must be a safe integer');
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Parses decimal text from database columns and API fields.
 * @throws RangeError unless the text has the form `-?digits(.d{1,2})?` and is a safe integer in cents
 */
export function parseCents(text: string): Cents {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) throw new RangeError('An amount must be decimal text with at most two decimals');
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) throw new RangeError('The amount is too large to be exact');
  return match[1] === '-' && cents !== 0 ? -cents : cents;
}

/** "$8,240.00", "-$12.00". */
export function formatDollars(cents: Cents): string {
  const [whole = '', decimals = ''] = formatCents(Math.abs(cents)).split('.');
  return `${cents < 0 ? '-' : ''}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}

export type ParsedAmount = { cents: Cents } | { reason: string };

const AMOUNT = /^(\()?(-)?\s?(\$)?\s?(-)?(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?(\))?(-)?$/;
/** A fast path that matches nearly every row. */
const PLAIN = /^\d{1,10}\.\d\d$/;

const TWO_SIGNS = 'the amount has two signs; write one minus sign or parentheses';

/**
 * Reads US dollars: `1234.56`, `1,234.5`, with or without `$`; negative as `-$12.00`, `$-12.00`, `($12.00)`, `12.00-`.
 * Rejects, with advice, three or more decimals (never rounded), wrong groups (`12,34`), exponents and large amounts.
 */
export function parseAmount(text: string): ParsedAmount {
  if (PLAIN.test(text)) return { cents: Number(text.slice(0, -3)) * 100 + Number(text.slice(-2)) };
  const trimmed = text.trim();
  const match = AMOUNT.exec(trimmed);
  if (match === null) return { reason: rejectionReason(trimmed) };
  const [, open, minusBefore, , minusAfterDollar, whole = '', decimals = '', close, minusBehind] = match;
  if ((open === undefined) !== (close === undefined)) return { reason: 'a parenthesis is missing; write (12.00)' };
  const signs = [open, minusBefore, minusAfterDollar, minusBehind].filter((sign) => sign !== undefined).length;
  if (signs > 1) return { reason: TWO_SIGNS };
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  const cents = digits.length > 10 ? Infinity : Number(digits) * 100 + Number(decimals.padEnd(2, '0'));
  if (cents > MAX_ENTRY_CENTS)
    return { reason: 'the amount is larger than 9,999,999,999.99, the maximum for one entry' };
  return { cents: signs === 1 && cents !== 0 ? -cents : cents };
}

/** Absolute value; null for text that `parseAmount` rejects. */
export function amountSizeOf(text: string): Cents | null {
  const parsed = parseAmount(text);
  return 'cents' in parsed ? Math.abs(parsed.cents) : null;
}

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
  if (/^[+-]?\d+(\.\d*)?e[+-]?\d+$/i.test(text)) return 'the amount has an exponent; write all digits, like 1000.00';
  if (/^[-($\s]*[\d,]+(\.\d{1,2})?\)?$/.test(text)) {
    return 'the commas do not separate groups of three digits; write 1,234.56';
  }
  return 'this is not an amount in US dollars; write it like 1234.56';
}
