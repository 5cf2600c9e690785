import type { Cents } from '../money/cents.ts';
import { fieldLabel, fieldOf, type Layout } from './nacha-layouts.ts';
import { fieldProblemsOf, type NachaProblem, problemAt } from './nacha-problems.ts';
import { columns, type NachaRecord } from './nacha-record.ts';

export interface ControlTotals {
  entryAddendaCount: number;
  /** The last ten digits of the sum of all receiving routing numbers, each without its check digit. */
  entryHash: number;
  debitCents: Cents;
  creditCents: Cents;
}

const HASH_MODULUS = 10_000_000_000;

export const NO_TOTALS: ControlTotals = { entryAddendaCount: 0, entryHash: 0, debitCents: 0, creditCents: 0 };

export function addEntryHash(sum: number, added: number): number {
  return (sum + added) % HASH_MODULUS;
}

export function addTotals(totals: ControlTotals, added: ControlTotals): ControlTotals {
  return {
    entryAddendaCount: totals.entryAddendaCount + added.entryAddendaCount,
    entryHash: addEntryHash(totals.entryHash, added.entryHash),
    debitCents: totals.debitCents + added.debitCents,
    creditCents: totals.creditCents + added.creditCents,
  };
}

/** A total in a control record, such as "$1,250.00". It may have twenty digits, more than `Cents` can store exactly. */
export function formatTotalDollars(cents: number): string {
  const digits = BigInt(cents).toString().padStart(3, '0');
  return `$${digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
}

const TOTALS = {
  entryAddendaCount: { format: String, label: 'an entry and addenda count of' },
  entryHash: { format: String, label: 'an entry hash of' },
  debitCents: { format: formatTotalDollars, label: 'debits of' },
  creditCents: { format: formatTotalDollars, label: 'credits of' },
} as const;
export type TotalName = keyof typeof TOTALS;

export function differingTotals(declared: ControlTotals, counted: ControlTotals): TotalName[] {
  return (Object.keys(TOTALS) as TotalName[]).filter((name) => declared[name] !== counted[name]);
}

/** A number, which may be padded with spaces instead of leading zeros. */
const PADDED_NUMBER = /^ *\d+ *$/;

interface ControlCheck {
  /** Null without a control record, or if it cannot be read. */
  declared: ControlTotals | null;
  /** Null if nothing was declared. */
  balanced: boolean | null;
  differences: TotalName[];
}

export const UNREAD_CONTROL: Readonly<ControlCheck> = { declared: null, balanced: null, differences: [] };

/**
 * Compares declared totals with counted ones. Any difference, even a cent, and any padding with spaces is a warning.
 */
export function readControl(
  record: NachaRecord,
  layout: Layout,
  counted: ControlTotals,
): ControlCheck & { problems: NachaProblem[] } {
  const problems = fieldProblemsOf(record, layout).map(acceptBlankPadding);
  if (problems.some(({ severity }) => severity === 'error')) return { ...UNREAD_CONTROL, problems };
  const declared: ControlTotals = {
    entryAddendaCount: numberInField(record, layout, 'entryAddendaCount'),
    entryHash: numberInField(record, layout, 'entryHash'),
    debitCents: numberInField(record, layout, 'debitCents'),
    creditCents: numberInField(record, layout, 'creditCents'),
  };
  const differences = differingTotals(declared, counted);
  for (const name of differences) {
    const { format, label } = TOTALS[name];
    const sentence = `the ${layout.title} declares ${label} ${format(declared[name])}, but the entries add up to ${format(counted[name])}`;
    problems.push(problemAt(record, fieldOf(layout, name), { rule: 'control_mismatch', sentence }));
  }
  return { declared, balanced: differences.length === 0, differences, problems };
}

function acceptBlankPadding(problem: NachaProblem): NachaProblem {
  const { rule, value, field, columns: position } = problem;
  if (rule !== 'malformed_field' || !PADDED_NUMBER.test(value)) return problem;
  const sentence = `the ${fieldLabel(field)} (columns ${position.from}–${position.to}) is padded with spaces instead of zeros; it is read as ${Number(value)}`;
  return { ...problem, rule: 'padded_with_blanks', severity: 'warning', sentence };
}

/**
 * NaN unless the field is a number, with or without padding. Totals beyond 2^53 cents, which fit only in ADV fields,
 * lose their last digits.
 */
export function numberInField(record: NachaRecord, layout: Layout, name: string): number {
  const { from, to } = fieldOf(layout, name);
  const content = columns(record.text, from, to);
  return PADDED_NUMBER.test(content) ? Number(content) : Number.NaN;
}

interface Receipt extends ControlCheck {
  counted: ControlTotals;
  /** Null without a header or control. */
  headerLine: number | null;
  controlLine: number | null;
  /** First and last record of any type. */
  lines: { first: number; last: number };
  /** Position of the file in the upload, from 1. */
  file: number;
}

export interface BatchReceipt extends Receipt {
  type: 'batch';
  /** Position in its file, from 1. */
  batch: number;
  batchNumber: string;
  companyName: string;
  secCode: string;
}

export interface FileReceipt extends Receipt {
  type: 'file';
  batches: number;
  declaredBatches: number | null;
}
