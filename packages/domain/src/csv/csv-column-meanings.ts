import type { CsvField } from '@clearwatch/contracts/csv-mapping';
import type { Day } from '../calendar/day.ts';
import { parseAmount } from '../money/cents.ts';
import { hasValidCheckDigit, secCodeOf, transactionCodeOf } from '../nacha/ach-codes.ts';
import { csvDirectionOf } from './csv-amounts.ts';
import { parseCsvDate } from './csv-dates.ts';
import headings from './csv-headings.json' with { type: 'json' };
import { withoutSpreadsheetGuard } from './csv-reader.ts';

/** A few outliers are allowed. */
const MIN_MATCHING_SHARE = 0.9;
const MIN_FILLED_SHARE = 0.5;

const MAX_CHECKED_LENGTH = 100;

function valueTests(latestDay: Day) {
  const isDate = (text: string, order: 'month_first' | 'day_first'): boolean =>
    'day' in parseCsvDate(text, { order, latestDay });
  return {
    date: (text) => isDate(text, 'month_first') || isDate(text, 'day_first'),
    amount: (text) => 'cents' in parseAmount(text.replace(/^\+|\s*(?:CR|DR)$/gi, '')),
    direction: (text) => !/^\d+$/.test(text) && csvDirectionOf(text) !== null,
    transactionCode: (text) => transactionCodeOf(text) !== null,
    secCode: (text) => secCodeOf(text.toUpperCase()) !== null,
    trace: (text) => /^\d{15}$/.test(text),
    routing: (text) => /^(?!0{9})\d{9}$/.test(text) && hasValidCheckDigit(text),
    account: (text) => /^(?=.*\d)[A-Z0-9-]{4,17}$/i.test(text),
    personName: (text) => /^\p{L}[\p{L}.'’-]*(?:,? +\p{L}[\p{L}.'’-]*)+$/u.test(text),
    text: (text) => /\p{L}/u.test(text),
  } satisfies Record<string, (text: string) => boolean>;
}

export type ValueKind = keyof ReturnType<typeof valueTests>;

export class ColumnValues {
  readonly filled: readonly string[];
  readonly #looks: ReturnType<typeof valueTests>;

  constructor(cells: readonly string[], latestDay: Day) {
    this.filled = cells
      .map((cell) => withoutSpreadsheetGuard(cell).trim().slice(0, MAX_CHECKED_LENGTH))
      .filter((cell) => cell !== '');
    this.#looks = valueTests(latestDay);
  }

  /** Whether nearly all values are of this kind; false for an empty column. */
  are(kind: ValueKind): boolean {
    return this.#shareOf(kind) >= MIN_MATCHING_SHARE;
  }

  /** Whether at least half of the values are of this kind. */
  areMostly(kind: ValueKind): boolean {
    return this.#shareOf(kind) >= MIN_FILLED_SHARE;
  }

  #shareOf(kind: ValueKind): number {
    const { filled } = this;
    return filled.length === 0 ? 0 : filled.filter(this.#looks[kind]).length / filled.length;
  }
}

/** Lowercase letters and digits, most certain first. Values resolve ambiguous headings ("type", "code"). */
const HEADINGS: Readonly<Record<CsvField, readonly string[]>> = headings;

export const AMOUNT_FIELDS: ReadonlySet<CsvField> = new Set(['amount', 'debitAmount', 'creditAmount']);

const FIELD_OF: ReadonlyMap<string, { field: CsvField; rank: number }> = new Map(
  Object.entries(HEADINGS).flatMap(([field, names]) =>
    names.map((name, rank) => [name, { field: field as CsvField, rank }] as const),
  ),
);

/** @returns null for an unknown heading; rank 0 is the most certain */
export function fieldOfHeader(header: string): { field: CsvField; rank: number } | null {
  const words = header
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/\([^)]*\)/g, ' ');
  return FIELD_OF.get(words.replaceAll(/[^a-z0-9]+/g, '')) ?? null;
}
