import { type Cents, MAX_ENTRY_CENTS } from './cents.ts';

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
  if (match === null) return { reason: reasonFor(trimmed) };
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

/** The most helpful sentence for text that is no amount. */
function reasonFor(text: string): string {
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
