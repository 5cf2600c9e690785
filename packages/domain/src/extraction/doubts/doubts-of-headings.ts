import { CSV_FIELDS, type CsvField } from '@clearwatch/contracts/csv/csv-fields';
import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import type { Day } from '../../calendar/day.ts';
import { ColumnValues, type ValueKind } from '../../csv/guess/column-values.ts';
import { fieldOfHeader } from '../../csv/guess/field-synonyms.ts';
import type { Doubt } from '../document-row.ts';
import type { TableRow } from '../layout/extracted-table.ts';

/** What values look like, in words; the first kind that fits. */
const LOOKS: readonly (readonly [ValueKind, string])[] = [
  ['direction', 'credit or debit'],
  ['transactionCode', 'transaction codes'],
  ['secCode', 'SEC codes'],
  ['date', 'dates'],
  ['trace', 'trace numbers'],
  ['routing', 'routing numbers'],
  ['account', 'account or reference numbers'],
  ['amount', 'amounts'],
  ['personName', 'names'],
  ['text', 'text'],
];

/** Columns that no field of the ledger needs: the heading says so, and the cells look like it. */
const NOT_NEEDED: readonly { heading: RegExp; fits: (values: ColumnValues) => boolean }[] = [
  { heading: /\bbal(?:ance)?\.?$/i, fits: (values) => values.are('amount') },
  {
    heading:
      /^(?:#|no\.?|nbr\.?|num(?:ber)?|(?:item|line|row|seq(?:uence)?|entry|rec(?:ord)?|ln)\.?\s*(?:#|no\.?|nbr\.?|num(?:ber)?)?)$/i,
    fits: ({ filled }) => isRunningNumber(filled),
  },
];

const SHOWN_VALUES = 3;
const LONGEST_SHOWN = 30;

/**
 * Columns whose cells hold something and that are not part of the ledger row: a heading that is not known, or one whose field
 * another column has. What they hold would be lost without notice, so all rows of the table wait. Running balances, item numbers
 * and columns that repeat another one are left out by intention.
 */
export function doubtsOfUnusedColumns(
  header: readonly string[],
  rows: readonly TableRow[],
  { mapping, latestDay }: { mapping: CsvMapping; latestDay: Day },
): Doubt[] {
  const used = new Map(mapping.columns.map(({ column, field }) => [column, field]));
  return header.flatMap((name, column): Doubt[] => {
    if (used.has(column)) return [];
    const texts = rows.map(({ cells }) => (cells[column]?.text ?? '').trim());
    const first = texts.findIndex((text) => text !== '');
    if (first === -1) return [];
    const values = new ColumnValues(texts, latestDay);
    if (NOT_NEEDED.some(({ heading, fits }) => heading.test(name.trim()) && fits(values))) return [];
    const isRepeated = [...used.keys()].some((other) =>
      rows.every(({ cells }, index) => [(cells[other]?.text ?? '').trim(), ''].includes(texts[index] ?? '')),
    );
    if (isRepeated) return [];
    const place = `Page ${rows[first]?.page ?? 1}, ${titled(name, column)}`;
    const holds = `Its cells hold ${looksOf(values)}: ${examplesOf(values)}.`;
    return [{ column: null, reason: `${place}: ${whyUnused(name, used, header)} ${holds} ${WHAT_TO_DO}` }];
  });
}

/** Fields that a heading alone names: what their cells hold at least. */
const LEAST: readonly (readonly [readonly CsvField[], (values: ColumnValues) => boolean])[] = [
  [['fullName', 'lastName', 'company'], (values) => values.are('text') && !values.are('date')],
  [
    ['accountNumber', 'originalAccount', 'checkTracerNumber', 'routingNumber', 'memberId'],
    (values) => values.filled.every((text) => /\d/.test(text)) && !values.are('date'),
  ],
];

/** Columns whose cells are clearly something else than their heading says: all rows wait. */
export function doubtsOfMeanings(
  header: readonly string[],
  rows: readonly TableRow[],
  { mapping, latestDay }: { mapping: CsvMapping; latestDay: Day },
): Doubt[] {
  return mapping.columns.flatMap(({ column, field }): Doubt[] => {
    const fits = LEAST.find(([fields]) => fields.includes(field))?.[1];
    const texts = rows.map(({ cells }) => (cells[column]?.text ?? '').trim());
    const values = new ColumnValues(texts, latestDay);
    if (fits === undefined || values.filled.length === 0 || fits(values)) return [];
    const reason = `Column "${header[column] ?? ''}" is read as the field "${CSV_FIELDS[field]}", but its cells hold ${looksOf(values)}: ${examplesOf(values)}. Correct the cells, or import the table as CSV, where you choose what each column means.`;
    return [{ column, reason }];
  });
}

const WHAT_TO_DO =
  'Accept the rows only if the ledger does not need this column. Otherwise import the table as CSV, where you choose what each column means.';

const titled = (name: string, column: number): string =>
  name.trim() === '' ? `column ${column + 1} without a heading` : `column "${name.trim()}"`;

function whyUnused(name: string, used: ReadonlyMap<number, CsvField>, header: readonly string[]): string {
  const field = fieldOfHeader(name)?.field;
  const other = [...used].find(([, one]) => one === field)?.[0];
  if (field !== undefined && other !== undefined)
    return `the column "${header[other] ?? ''}" is read as the field "${CSV_FIELDS[field]}", and this one says something else.`;
  if (field !== undefined)
    return `the heading names the field "${CSV_FIELDS[field]}", but the column cannot be used as such.`;
  return 'the heading is not known, so it is not clear what the column means.';
}

function looksOf(values: ColumnValues): string {
  return LOOKS.find(([kind]) => values.are(kind))?.[1] ?? 'values';
}

function examplesOf({ filled }: ColumnValues): string {
  const different = [...new Set(filled)];
  const shown = different.slice(0, SHOWN_VALUES).map((text) => `"${text.slice(0, LONGEST_SHOWN)}"`);
  return `${shown.join(', ')}${different.length > SHOWN_VALUES ? ' …' : ''}`;
}

/** 1, 2, 3 …; it may begin anew on each page. */
function isRunningNumber(texts: readonly string[]): boolean {
  return texts.every((text, index) => {
    const number = Number(text);
    return /^\d{1,6}$/.test(text) && (number === 1 || (index > 0 && number === Number(texts[index - 1]) + 1));
  });
}
