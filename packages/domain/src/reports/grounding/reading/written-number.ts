import type { NumberUnit, WrittenNumber } from './statement.ts';

/** Numbers are compared in whole millionths: exact for cents, and fine enough for every share that is written. */
const PLACES = 6;
export const MICRO = 10n ** BigInt(PLACES);

/** Zeros of the words and letters that scale a number. */
export const SCALES: Readonly<Record<string, number>> = {
  hundred: 2,
  thousand: 3,
  k: 3,
  million: 6,
  mm: 6,
  m: 6,
  billion: 9,
  bn: 9,
  b: 9,
  trillion: 12,
};

const PLAIN = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;

/**
 * Reads digits with groups and decimals, scaled by powers of ten. Null when it is no number as English writes them
 * ("1,23", "1.2.3") or has more decimals than are compared.
 */
export function writtenNumber(options: {
  digits: string;
  negative: boolean;
  /** Power of ten by which it is multiplied: 6 for millions, −2 for cents or basis points. */
  scale: number;
  unit: NumberUnit;
}): WrittenNumber | null {
  const match = PLAIN.exec(options.digits);
  if (match === null) return null;
  const whole = (match[1] ?? '').replaceAll(',', '');
  const decimals = match[2] ?? '';
  const exponent = options.scale - decimals.length + PLACES;
  if (exponent < 0 || whole.length > 18) return null;
  const step = 10n ** BigInt(exponent);
  const size = BigInt(whole + decimals) * step;
  return { kind: 'number', unit: options.unit, micro: options.negative ? -size : size, step };
}
