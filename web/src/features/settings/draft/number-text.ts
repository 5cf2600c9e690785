import type { RuleParameter } from '@clearwatch/contracts/detection-policy.dto';

type Unit = RuleParameter['unit'];

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
/** Groups of three or none, a dollar sign or none. A comma elsewhere may be somebody's decimal point: refused. */
const NUMBER = /^\$?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/;

/** A number as people write it, or null. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed) || !NUMBER.test(trimmed)) return null;
  return Number(trimmed.replaceAll(/[$,]/g, ''));
}

/** A number as it stands in a field: without its unit, and without commas, which are in the way of who writes in it. */
export function fieldText(value: number): string {
  return String(value);
}

/** `$10,000`, `14 days`, `2.5 ×`, `3`. */
export function formatParameter(value: number, unit: Unit): string {
  const number = grouped.format(value);
  if (unit === 'USD') return `$${number}`;
  if (unit === 'days') return `${number} ${value === 1 ? 'day' : 'days'}`;
  return unit === 'ratio' ? `${number} ×` : number;
}

/** `$500 to $10,000,000`, `3 to 60 days`. */
export function rangeWords({ min, max, unit }: Pick<RuleParameter, 'min' | 'max' | 'unit'>): string {
  const least = unit === 'USD' ? formatParameter(min, unit) : grouped.format(min);
  return `${least} to ${formatParameter(max, unit)}`;
}

/** What is wrong with a text in the field of a parameter, as the server would say it; null: nothing. */
export function problemOfText(
  parameter: Pick<RuleParameter, 'min' | 'max' | 'unit'>,
  text: string,
): string | null {
  const { min, max, unit } = parameter;
  const number = parseNumber(text);
  const range = rangeWords(parameter);
  if (number === null) return `Not a number. Allowed: ${range}.`;
  if (unit !== 'ratio' && !Number.isSafeInteger(number)) return `Whole numbers only. Allowed: ${range}.`;
  return number < min || number > max ? `Out of range. Allowed: ${range}.` : null;
}
