import {
  CSV_DATE_FIELDS,
  CSV_FIELD_NAMES,
  CSV_FIELDS,
  type CsvDirection,
  type CsvField,
} from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { type ColumnMeaning, headingMeanings } from '../csv/heading-words.ts';
import type { TransactionType } from '../ledger/ledger-row.ts';
import { amountSizeOf } from '../money/cents.ts';
import { ColumnContents, contentFit, NEARLY_ALL } from './column-contents.ts';
import type { ExtractedTable } from './extracted-table.ts';
import type { PrintedTotals } from './printed-totals.ts';

export interface ColumnQuestion {
  /** From 0; null for the whole table. */
  column: number | null;
  sentence: string;
}

export interface JudgedColumns {
  mapping: CsvMapping;
  /** Empty when the columns are certain. */
  questions: ColumnQuestion[];
  /** Whether the rows have an account or trace number, so that they may be entries. */
  looksLikeEntries: boolean;
}

const HEADING_WEIGHT = 0.6;
const CONTENT_WEIGHT = 0.4;
/** Without a known heading, the cells must fit well. */
const UNKNOWN_HEADING_WEIGHT = 0.65;
/** When the heading means something else that the cells fit too. */
const OTHER_HEADING_PENALTY = 0.35;
/** A heading that means something else by this much speaks against a meaning. */
const OTHER_MEANING_LEAD = 0.3;
const MIN_SCORE = 0.2;
const CLEAR_HEADING = 0.5;
/** Two columns with closer scores are ambiguous. */
const MIN_LEAD = 0.12;

/** Names, companies and descriptions look alike. */
const MIN_LEAD_OF_TEXTS = 0.25;
const WORDY: ReadonlySet<ColumnMeaning> = new Set(['fullName', 'company']);

const UNNEEDED = ['balance', 'fee', 'sequence', 'status', 'identifier', 'suffix'] as const;
const MEANINGS: readonly ColumnMeaning[] = [...CSV_FIELD_NAMES, ...UNNEEDED];
const isField = (meaning: ColumnMeaning): meaning is CsvField => Object.hasOwn(CSV_FIELDS, meaning);

interface Candidate {
  column: number;
  meaning: ColumnMeaning;
  score: number;
  /** How strongly the heading suggests the meaning. */
  heading: number;
}

function candidatesOf(headings: readonly string[], contents: readonly ColumnContents[]): Candidate[] {
  return contents.flatMap((cells, column) => {
    const named = headingMeanings(headings[column] ?? '');
    // A list of debits has a column of credits, too, with nothing in it.
    const isEmpty = cells.filled.length === 0;
    const fits = MEANINGS.map((meaning) => ({
      meaning,
      fit:
        isEmpty && SIDES.has(meaning) && (named.get(meaning) ?? 0) >= CLEAR_HEADING ? 0.5 : contentFit(cells, meaning),
    }));
    const strongest = Math.max(0, ...fits.map(({ meaning, fit }) => (fit > 0 ? (named.get(meaning) ?? 0) : 0)));
    return fits.flatMap(({ meaning, fit }): Candidate[] => {
      const heading = named.get(meaning) ?? 0;
      if (fit === 0 || (heading === 0 && NEEDS_HEADING.has(meaning))) return [];
      const isOther = strongest - heading >= OTHER_MEANING_LEAD;
      const known = HEADING_WEIGHT * heading + CONTENT_WEIGHT * fit - (isOther ? OTHER_HEADING_PENALTY : 0);
      const score = strongest === 0 ? UNKNOWN_HEADING_WEIGHT * fit : known;
      return score >= MIN_SCORE ? [{ column, meaning, score, heading }] : [];
    });
  });
}

/** Their cells look like those of other columns: amounts, or numbers such as the day of the year. */
const NEEDS_HEADING: ReadonlySet<ColumnMeaning> = new Set(['balance', 'fee', 'memberId']);
const SIDES: ReadonlySet<ColumnMeaning> = new Set(['debitAmount', 'creditAmount']);
const AMOUNTS: ReadonlySet<ColumnMeaning> = new Set(['amount', 'debitAmount', 'creditAmount']);
const NAME_PARTS: ReadonlySet<ColumnMeaning> = new Set(['firstName', 'lastName', 'middleInitial']);

/** The best meaning for every column, the most certain first; each field once. */
function assign(candidates: readonly Candidate[]): Candidate[] {
  const headed = (meaning: ColumnMeaning): boolean =>
    candidates.some((one) => one.meaning === meaning && one.heading >= CLEAR_HEADING);
  const hasNameParts = headed('firstName') && headed('lastName');
  const hasTwoAmounts = headed('debitAmount') && headed('creditAmount');
  const usable = candidates.flatMap((one): Candidate[] => {
    const { meaning, heading } = one;
    const isClear = heading >= CLEAR_HEADING;
    if (meaning === 'fullName') return hasNameParts ? [] : [one];
    if (NAME_PARTS.has(meaning)) return hasNameParts && isClear ? [one] : [];
    if (meaning === 'amount') return hasTwoAmounts ? [] : [one];
    if (!AMOUNTS.has(meaning)) return [one];
    // The amounts below a single heading "Deposits" are all credits.
    return isClear ? [hasTwoAmounts ? one : { ...one, meaning: 'amount' }] : [];
  });
  const chosen: Candidate[] = [];
  for (const one of usable.toSorted((a, b) => b.score - a.score)) {
    const isTaken = chosen.some(
      (other) => other.column === one.column || (isField(one.meaning) && other.meaning === one.meaning),
    );
    if (!isTaken) chosen.push(one);
  }
  return chosen;
}

/** Needed in every row; a date, code or trace number is used when it is printed. */
const REQUIRED: readonly CsvField[] = ['accountNumber', 'amount', 'debitAmount', 'creditAmount', 'company'];

/**
 * What each column is, by its cells together with its heading. Questions about columns that are ambiguous, and about
 * required ones that are missing; never a guess.
 */
export function judgeColumns(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { controls = [] }: { controls?: readonly PrintedTotals[] } = {},
): JudgedColumns {
  const contents = headings.map((_, column) => new ColumnContents(rows.map((cells) => cells[column] ?? '')));
  const candidates = candidatesOf(headings, contents);
  const chosen = assign(candidates);
  const columnOf = (field: ColumnMeaning): number | null =>
    chosen.find(({ meaning }) => meaning === field)?.column ?? null;
  const textsOf = (field: ColumnMeaning): string[] => {
    const column = columnOf(field);
    return column === null ? [] : rows.map((cells) => (cells[column] ?? '').trim());
  };
  const questions: ColumnQuestion[] = [];
  const titled = (column: number): string => titleOf(headings[column] ?? '', column);
  for (const one of chosen) {
    if (!isField(one.meaning) || !IMPORTANT.has(one.meaning)) continue;
    const rivals = rivalsOf(one, { candidates, chosen });
    if (rivals.length > 0)
      questions.push({
        column: one.column,
        sentence: `Several columns may contain the ${CSV_FIELDS[one.meaning].toLowerCase()}: ${[one, ...rivals].map(({ column }) => titled(column)).join(' and ')}. Choose one.`,
      });
  }
  for (const one of chosen.filter(({ meaning, heading }) => WORDY.has(meaning) && heading < CLEAR_HEADING)) {
    const isName = (cells: ColumnContents): boolean => cells.share('comma') >= MOSTLY_NAMES;
    if (
      one.meaning === 'fullName' &&
      contents[one.column] !== undefined &&
      isName(contents[one.column] as ColumnContents)
    )
      continue;
    const alike = contents.flatMap((cells, column) =>
      column !== one.column && (headings[column] ?? '') === '' && contentFit(cells, 'company') > 0 && !isName(cells)
        ? [column]
        : [],
    );
    const isHeadless = headings.every((heading) => heading === '');
    const isLikeCompany = (contents[one.column]?.share('companyWords') ?? 0) >= MOSTLY_NAMES;
    if (alike.length > 0 || (one.meaning === 'company' && isHeadless && !isLikeCompany))
      questions.push({
        column: one.column,
        sentence: `Without headings, ${[one.column, ...alike].map(titled).join(' and ')} may contain names, companies or descriptions. Choose what each one is.`,
      });
  }
  for (const [column, cells] of contents.entries())
    if (cells.share('money') >= NEARLY_ALL && chosen.every((one) => one.column !== column))
      questions.push({
        column,
        sentence: `${titled(column)} contains amounts, but its heading does not say which. Choose what it contains, or ignore it.`,
      });
  for (const [column, cells] of contents.entries()) {
    const heading = (headings[column] ?? '').trim();
    const isUnknown = heading !== '' && headingMeanings(heading).size === 0;
    const own = chosen.find((one) => one.column === column);
    if (!isUnknown || (own !== undefined && isField(own.meaning))) continue;
    if (
      cells.filled.length > 0 &&
      (contentFit(cells, 'accountNumber') >= 0.5 || cells.share('direction') >= NEARLY_ALL)
    )
      questions.push({
        column,
        sentence: `${titled(column)} contains ${cells.share('number') > 0.5 ? 'numbers like accounts' : 'words for credit or debit'}, but its heading is not known. Choose what it contains, or ignore it.`,
      });
  }
  // A field that only this heading names would be lost: a date that cannot be read, for example.
  for (const [column, cells] of contents.entries()) {
    const named = [...headingMeanings(headings[column] ?? '')].filter(([, score]) => score >= CLEAR_HEADING);
    const said = named.flatMap(([meaning]) => (isField(meaning) && IMPORTANT.has(meaning) ? [meaning] : []));
    const isLost =
      said.length > 0 &&
      !said.includes('transactionType') &&
      !said.flatMap(equivalentFields).some((field) => columnOf(field) !== null);
    if (!isLost || cells.filled.length === 0) continue;
    questions.push({
      column,
      sentence: `${titled(column)} does not contain what its heading says. Choose what it contains, or ignore it.`,
    });
  }
  const hasTwoAmounts = columnOf('debitAmount') !== null;
  const missing = REQUIRED.filter((field) => {
    if (columnOf(field) !== null) return false;
    if (field === 'amount') return !hasTwoAmounts;
    return AMOUNTS.has(field) ? hasTwoAmounts : true;
  });
  for (const field of missing)
    questions.push({
      column: null,
      sentence: `No column was recognized as the ${CSV_FIELDS[field].toLowerCase()}. Choose one.`,
    });
  if (columnOf('fullName') === null && columnOf('lastName') === null)
    questions.push({ column: null, sentence: 'No column was recognized as the member name. Choose one.' });
  const found = directionOf({ textsOf, controls });
  if (found.question !== null) questions.push({ column: columnOf('amount'), sentence: found.question });
  const columns = chosen
    .flatMap(({ column, meaning }) => (isField(meaning) ? [{ column, field: meaning }] : []))
    .toSorted((one, other) => one.column - other.column);
  const mapping: CsvMapping = {
    delimiter: ',',
    skippedRows: 0,
    hasHeader: true,
    columnCount: Math.max(2, headings.length),
    columns,
    dateOrder: 'month_first',
    direction: found.direction,
  };
  const looksLikeEntries =
    contents.some((cells) => cells.share('money') >= MOSTLY_MONEY && cells.filled.length > 0) &&
    (columnOf('accountNumber') !== null || columnOf('checkTracerNumber') !== null) &&
    (rows.length >= MIN_ROWS || missing.length === 0);
  return { mapping, questions, looksLikeEntries };
}

/** The names of fields instead of printed headings, for checks that depend on what a column is. */
export function fieldLabelsOf({ header, rows, layout }: ExtractedTable): readonly string[] {
  if (layout === undefined) return header;
  const { mapping } = judgeColumns(
    header,
    rows.map(({ cells }) => cells.map(({ text }) => text)),
  );
  return header.map((name, column) => mapping.columns.find((one) => one.column === column)?.field ?? name);
}

const MOSTLY_MONEY = 0.5;
const MOSTLY_NAMES = 0.6;
/** A letter also has a line with an amount and an account number. */
const MIN_ROWS = 2;

const IMPORTANT: ReadonlySet<CsvField> = new Set([
  ...REQUIRED,
  ...CSV_DATE_FIELDS,
  'fullName',
  'transactionCode',
  'checkTracerNumber',
  'transactionType',
]);

/** An entry has one amount and needs one date. */
const equivalentFields = (field: CsvField): readonly CsvField[] =>
  [CSV_DATE_FIELDS, ['amount', 'debitAmount', 'creditAmount'] as const].find((fields: readonly CsvField[]) =>
    fields.includes(field),
  ) ?? [field];

const titleOf = (heading: string, column: number): string =>
  heading.trim() === '' ? `Column ${column + 1}` : `Column "${heading.trim()}"`;

/** Other columns that may be the same field, unless a heading decides or they are better as something else. */
function rivalsOf(
  { column, meaning, score, heading }: Candidate,
  { candidates, chosen }: Record<'candidates' | 'chosen', readonly Candidate[]>,
): Candidate[] {
  return candidates.filter((other) => {
    const lead = heading < CLEAR_HEADING && WORDY.has(meaning) ? MIN_LEAD_OF_TEXTS : MIN_LEAD;
    if (other.meaning !== meaning || other.column === column || score - other.score >= lead) return false;
    if (heading >= CLEAR_HEADING && heading - other.heading >= 0.3) return false;
    const own = chosen.find((one) => one.column === other.column);
    return own === undefined || own.score - other.score < lead;
  });
}

const MARK = /\d[)-]?\s*(?:CR|DR|C|D)$/i;
const NEGATIVE = /^[^\d]*[-(]|-$/;

interface Direction {
  direction: CsvDirection;
  question: string | null;
}

function directionOf({
  textsOf,
  controls,
}: {
  textsOf: (field: ColumnMeaning) => string[];
  controls: readonly PrintedTotals[];
}): Direction {
  if (textsOf('debitAmount').length > 0) return { direction: 'two_columns', question: null };
  if (textsOf('transactionType').length > 0) return { direction: 'type_column', question: null };
  const amounts = textsOf('amount');
  const filled = amounts.filter((text) => text !== '');
  if (filled.length > 0 && filled.every((text) => MARK.test(text)))
    return { direction: 'negative_is_debit', question: null };
  if (new ColumnContents(textsOf('transactionCode')).share('code') >= NEARLY_ALL)
    return { direction: 'transaction_code', question: null };
  if (!filled.some((text) => NEGATIVE.test(text)))
    return {
      direction: 'type_column',
      question: 'Nothing shows which amounts are credits and which are debits. Choose the column that shows it.',
    };
  const descriptions = textsOf('entryDescription');
  const direction = directionOfSigns(
    amounts.map((text, index) => ({
      text,
      description: descriptions[index] ?? '',
      company: '',
    })),
    controls,
  );
  return {
    direction: direction ?? 'negative_is_debit',
    question:
      direction === null
        ? 'Only the sign of the amount distinguishes credits from debits. Choose whether a minus sign means a debit or a credit.'
        : null,
  };
}

// cspell:ignore reimb xxsoc pymt
/** Company entry descriptions that members only receive, or only pay. */
const CREDIT_WORDS =
  /\b(?:payroll|salary|wages?|pension|dir(?:ect)? dep(?:osit)?|tax refund|refund|benefits?|dividend|annuity|reimb\w*|retire\w*|ssa|soc sec|xxsoc sec)\b/i;
const DEBIT_WORDS =
  /\b(?:bill|premium|prem|rent|loan|loan p\w+|mtg|mortgage|dues|copay|tuition|donation|club fees|subscript\w*|utility|util pymt|insurance)\b/i;
const MIN_EVIDENCE = 3;

/**
 * What a minus sign means, shown by printed sums of credits and debits or by descriptions such as PAYROLL and RENT. Null
 * without evidence or when some of it disagrees.
 */
function directionOfSigns(
  rows: readonly { text: string; description: string }[],
  controls: readonly PrintedTotals[],
): 'negative_is_debit' | 'negative_is_credit' | null {
  const sums = { negative: 0, positive: 0 };
  const votes: Record<TransactionType, number> = { Credit: 0, Debit: 0 };
  for (const { text, description } of rows) {
    const isNegative = NEGATIVE.test(text);
    sums[isNegative ? 'negative' : 'positive'] += amountSizeOf(text.replace(/^\+/, '')) ?? 0;
    const isCredit = CREDIT_WORDS.test(description);
    if (isCredit !== DEBIT_WORDS.test(description)) votes[isCredit === isNegative ? 'Credit' : 'Debit'] += 1;
  }
  const printed = controls.flatMap(({ sums: found }) => found);
  const isPrinted = (direction: TransactionType, cents: number): boolean =>
    cents > 0 && printed.some((sum) => sum.direction === direction && sum.cents === cents);
  if (isPrinted('Debit', sums.negative) || isPrinted('Credit', sums.positive)) return 'negative_is_debit';
  if (isPrinted('Credit', sums.negative) || isPrinted('Debit', sums.positive)) return 'negative_is_credit';
  if (votes.Debit >= MIN_EVIDENCE && votes.Credit === 0) return 'negative_is_debit';
  return votes.Credit >= MIN_EVIDENCE && votes.Debit === 0 ? 'negative_is_credit' : null;
}
