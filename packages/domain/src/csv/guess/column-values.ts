import type { Day } from '../../calendar/day.ts';
import { parseAmount } from '../../money/parse-amount.ts';
import { hasRightCheckDigit } from '../../nacha/codes/check-digit.ts';
import { secCodeOf } from '../../nacha/codes/sec-codes.ts';
import { transactionCodeOf } from '../../nacha/codes/transaction-codes.ts';
import { directionOfWord } from '../mapping/csv-direction-word.ts';
import { parseCsvDate } from '../mapping/parse-csv-date.ts';
import { writtenCell } from '../mapping/written-cell.ts';

/** What values look like. */
export type ValueKind =
  | 'date'
  | 'amount'
  | 'direction'
  | 'transactionCode'
  | 'secCode'
  | 'trace'
  | 'routing'
  | 'account'
  | 'personName'
  | 'text';

/** So much of a column must look like something to be it: a few odd values do not decide. */
const ENOUGH = 0.9;
const HALF = 0.5;

/** Longer values are none of these kinds, whatever follows. */
const LOOKED_AT = 100;

type Looks = (text: string) => boolean;

/** How each kind of value is told. */
function looksOf(latestDay: Day): Record<ValueKind, Looks> {
  const isDate = (text: string, order: 'month_first' | 'day_first'): boolean =>
    'day' in parseCsvDate(text, { order, latestDay });
  return {
    date: (text) => isDate(text, 'month_first') || isDate(text, 'day_first'),
    amount: (text) => 'cents' in parseAmount(text.replace(/^\+|\s*(?:CR|DR)$/gi, '')),
    direction: (text) => !/^\d+$/.test(text) && directionOfWord(text) !== null,
    transactionCode: (text) => transactionCodeOf(text) !== null,
    secCode: (text) => secCodeOf(text.toUpperCase()) !== null,
    trace: (text) => /^\d{15}$/.test(text),
    routing: (text) => /^(?!0{9})\d{9}$/.test(text) && hasRightCheckDigit(text),
    account: (text) => /^(?=.*\d)[A-Z0-9-]{4,17}$/i.test(text),
    personName: (text) => /^\p{L}[\p{L}.'’-]*(?:,? +\p{L}[\p{L}.'’-]*)+$/u.test(text),
    text: (text) => /\p{L}/u.test(text),
  };
}

/** The values of one column in the first rows. */
export class ColumnValues {
  readonly filled: readonly string[];
  readonly #looks: Record<ValueKind, Looks>;

  constructor(cells: readonly string[], latestDay: Day) {
    this.filled = cells
      .map((cell) => writtenCell(cell).trim().slice(0, LOOKED_AT))
      .filter((cell) => cell !== '');
    this.#looks = looksOf(latestDay);
  }

  /** Whether nearly all values look so; an empty column looks like nothing. */
  are(kind: ValueKind): boolean {
    return this.#shareOf(kind) >= ENOUGH;
  }

  /** Whether at least half of the values look so. */
  areMostly(kind: ValueKind): boolean {
    return this.#shareOf(kind) >= HALF;
  }

  #shareOf(kind: ValueKind): number {
    const { filled } = this;
    return filled.length === 0 ? 0 : filled.filter(this.#looks[kind]).length / filled.length;
  }
}
