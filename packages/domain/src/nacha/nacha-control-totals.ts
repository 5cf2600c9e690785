import type { Cents } from '../money/cents.ts';
import { fieldOf, type Layout } from './nacha-layouts.ts';
import { fieldProblemsOf, type NachaProblem, problemAt } from './nacha-problems.ts';
import { columns, type NachaRecord } from './nacha-record.ts';

/** What a batch control and a file control declare, and what was counted. */
export interface ControlTotals {
  /** Entry and addenda records. */
  entryAddendaCount: number;
  /** The last ten digits of the sum of all receiving institutions (first eight digits of their routing numbers). */
  entryHash: number;
  debitCents: Cents;
  creditCents: Cents;
}

const HASH_MODULUS = 10_000_000_000;

/** Adds up entries as the controls do: prenotes, returns and notices included. */
export class TotalsCounter {
  #totals: ControlTotals = { entryAddendaCount: 0, entryHash: 0, debitCents: 0, creditCents: 0 };

  countRecord(): void {
    this.#totals.entryAddendaCount += 1;
  }

  addToHash(receivingDfi: number): void {
    this.#totals.entryHash = (this.#totals.entryHash + receivingDfi) % HASH_MODULUS;
  }

  addMoney(direction: 'Credit' | 'Debit', cents: Cents): void {
    if (direction === 'Credit') this.#totals.creditCents += cents;
    else this.#totals.debitCents += cents;
  }

  /** The totals of a batch, into those of its file. */
  addAll(totals: ControlTotals): void {
    this.#totals.entryAddendaCount += totals.entryAddendaCount;
    this.addToHash(totals.entryHash);
    this.addMoney('Debit', totals.debitCents);
    this.addMoney('Credit', totals.creditCents);
  }

  get totals(): ControlTotals {
    return { ...this.#totals };
  }
}

const TOTALS = ['entryAddendaCount', 'entryHash', 'debitCents', 'creditCents'] as const;
export type TotalName = (typeof TOTALS)[number];

/** Which totals differ, in the order of the record; none when declared and counted agree. */
export function differingTotals(declared: ControlTotals, counted: ControlTotals): TotalName[] {
  return TOTALS.filter((name) => declared[name] !== counted[name]);
}

/**
 * A total of a control record for people to read: "$1,250.00". Unlike the money of an entry it may have twenty digits: more
 * than `Cents` holds exactly.
 */
export function formatTotalDollars(cents: number): string {
  const digits = BigInt(cents).toString().padStart(3, '0');
  return `$${digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
}

export interface ReadControl {
  declared: ControlTotals | null;
  balanced: boolean | null;
  differences: TotalName[];
  problems: NachaProblem[];
}

const TOTAL_LABELS: Readonly<Record<TotalName, { say: (total: number) => string; what: string }>> = {
  entryAddendaCount: { say: String, what: 'entries and addenda' },
  entryHash: { say: String, what: 'as entry hash' },
  debitCents: { say: formatTotalDollars, what: 'of debits' },
  creditCents: { say: formatTotalDollars, what: 'of credits' },
};

/** A number with blanks around it where zeros belong in front of it. */
const PADDED_NUMBER = /^ *\d+ *$/;

/**
 * Reads the totals of a control record and compares them with what was counted. Differences are warnings, to the cent, and
 * so is a total that is padded with blanks: it is a declared total all the same.
 */
export function readControl(record: NachaRecord, layout: Layout, counted: ControlTotals): ReadControl {
  const problems = fieldProblemsOf(record, layout).map(withoutPadding);
  if (problems.some(({ severity }) => severity === 'error'))
    return { declared: null, balanced: null, differences: [], problems };
  const declared: ControlTotals = {
    entryAddendaCount: numberInField(record, layout, 'entryAddendaCount'),
    entryHash: numberInField(record, layout, 'entryHash'),
    debitCents: numberInField(record, layout, 'debitCents'),
    creditCents: numberInField(record, layout, 'creditCents'),
  };
  const differences = differingTotals(declared, counted);
  for (const name of differences) {
    const { say, what } = TOTAL_LABELS[name];
    const sentence = `the ${layout.title} declares ${say(declared[name])} ${what}, counted were ${say(counted[name])}`;
    problems.push(
      problemAt(record, fieldOf(layout, name), { rule: 'control_mismatch', severity: 'warning', sentence }),
    );
  }
  return { declared, balanced: differences.length === 0, differences, problems };
}

function withoutPadding(problem: NachaProblem): NachaProblem {
  const { rule, value, field, columns: place } = problem;
  if (rule !== 'malformed_field' || !PADDED_NUMBER.test(value)) return problem;
  const sentence = `${field} (columns ${place.from}–${place.to}) is padded with blanks instead of zeros; it is read as ${Number(value)}`;
  return { ...problem, rule: 'padded_with_blanks', severity: 'warning', sentence };
}

/**
 * A field of digits as a number, blanks around them left out; NaN for anything else. Totals beyond 2^53 cents, which only ADV
 * has room for, lose their last digits.
 */
export function numberInField(record: NachaRecord, layout: Layout, name: string): number {
  const { from, to } = fieldOf(layout, name);
  const content = columns(record.text, from, to);
  return PADDED_NUMBER.test(content) ? Number(content) : Number.NaN;
}

interface Receipt {
  /** What the control record says; null without one, or when it cannot be read. */
  declared: ControlTotals | null;
  /** What the file holds. */
  counted: ControlTotals;
  /** Null when nothing was declared. */
  balanced: boolean | null;
  /** Totals that do not agree. */
  differences: TotalName[];
  /** Lines of header and control, null where there is none. */
  headerLine: number | null;
  controlLine: number | null;
  /** Of its first and its last record, whatever they are. */
  lines: { first: number; last: number };
}

/** How a batch comes out against its own control record. */
export interface BatchReceipt extends Receipt {
  type: 'batch';
  /** Position among the batches of its file, from 1. */
  batch: number;
  /** Position of its file among the files in the upload, from 1. */
  file: number;
  /** As the header gives it. */
  batchNumber: string;
  companyName: string;
  secCode: string;
}

/** How a file comes out against its own control record. */
export interface FileReceipt extends Receipt {
  type: 'file';
  /** Among the files in the upload, from 1. */
  file: number;
  batches: number;
  /** What the control record says; null like `declared`. */
  declaredBatches: number | null;
}
