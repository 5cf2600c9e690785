import {
  CSV_DATE_FIELDS,
  CSV_FIELD_NAMES,
  CSV_FIELDS,
  type CsvDirection,
  type CsvField,
} from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { csvDirectionOf } from '../csv/csv-amounts.ts';
import { type ColumnMeaning, headingMeanings } from '../csv/heading-words.ts';
import type { TransactionType } from '../ledger/ledger-row.ts';
import { amountSizeOf } from '../money/cents.ts';
import { ColumnContents, CREDIT_WORDS, contentFit, DEBIT_WORDS, NEARLY_ALL } from './column-contents.ts';
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
/** A field is ambiguous when another choice of columns scores almost as well. */
const MIN_LEAD = 0.12;
/** Names, companies and descriptions look alike. */
const MIN_LEAD_OF_TEXTS = 0.25;
const WORDY: ReadonlySet<ColumnMeaning> = new Set(['fullName', 'company']);

const UNNEEDED = ['balance', 'fee', 'sequence', 'status', 'identifier', 'suffix'] as const;
const MEANINGS: readonly ColumnMeaning[] = [...CSV_FIELD_NAMES, ...UNNEEDED];
const isField = (meaning: ColumnMeaning): meaning is CsvField => Object.hasOwn(CSV_FIELDS, meaning);

/** Their cells look like those of other columns: amounts, or numbers such as the day of the year. */
const NEEDS_HEADING: ReadonlySet<ColumnMeaning> = new Set([
  'balance',
  'fee',
  'memberId',
  'middleInitial',
  'batch',
  'originalAccount',
  'entryDescription',
]);
const SIDES: ReadonlySet<ColumnMeaning> = new Set(['debitAmount', 'creditAmount']);
const AMOUNTS: ReadonlySet<ColumnMeaning> = new Set(['amount', 'debitAmount', 'creditAmount']);
const NAME_PARTS: ReadonlySet<ColumnMeaning> = new Set(['firstName', 'lastName', 'middleInitial']);

const isDate = (meaning: ColumnMeaning): boolean => CSV_DATE_FIELDS.some((field) => field === meaning);

/** A field that a column may contain. */
interface Candidate {
  column: number;
  meaning: ColumnMeaning;
  score: number;
  /** How strongly the heading suggests the meaning. */
  heading: number;
}

function candidatesOf(headings: readonly string[], contents: readonly ColumnContents[]): Candidate[] {
  const all = contents.flatMap((cells, column) => candidatesIn(headings[column] ?? '', cells, column));
  const isHeaded = (meaning: ColumnMeaning): boolean =>
    all.some((one) => one.meaning === meaning && one.heading >= CLEAR_HEADING);
  const hasDate = CSV_DATE_FIELDS.some(isHeaded);
  const hasNameParts = isHeaded('firstName') && isHeaded('lastName');
  const hasTwoAmounts = isHeaded('debitAmount') && isHeaded('creditAmount');
  const isMemberId = (column: number): boolean =>
    all.some((one) => one.column === column && one.meaning === 'memberId' && one.heading > 0);
  const hasAccount = all.some(
    ({ column, meaning, heading }) => meaning === 'accountNumber' && heading >= CLEAR_HEADING && !isMemberId(column),
  );
  return all.flatMap((one): Candidate[] => {
    const { meaning, heading } = one;
    const isClear = heading >= CLEAR_HEADING;
    // Beside a known date, an unknown one may be any date.
    if (isDate(meaning) && heading === 0 && hasDate) return [];
    if (meaning === 'fullName') return hasNameParts ? [] : [one];
    if (NAME_PARTS.has(meaning)) return hasNameParts && isClear ? [one] : [];
    if (meaning === 'amount') return hasTwoAmounts ? [] : [one];
    // Without another account number, the member number is the account.
    if (meaning === 'memberId') return hasAccount ? [one] : [{ ...one, meaning: 'accountNumber' }];
    if (!SIDES.has(meaning)) return [one];
    // The amounts below a single heading "Deposits" are all credits.
    return isClear ? [hasTwoAmounts ? one : { ...one, meaning: 'amount' }] : [];
  });
}

function candidatesIn(title: string, cells: ColumnContents, column: number): Candidate[] {
  const named = headingMeanings(title);
  // A list of debits has a column of credits, too, with nothing in it.
  const isEmpty = cells.filled.length === 0;
  const fits = MEANINGS.map((meaning) => {
    const heading = named.get(meaning) ?? 0;
    return {
      meaning,
      heading,
      fit: isEmpty && SIDES.has(meaning) && heading >= CLEAR_HEADING ? 0.5 : contentFit(cells, meaning),
    };
  }).filter(({ fit }) => fit > 0);
  const strongest = Math.max(0, ...fits.map(({ heading }) => heading));
  return fits.flatMap(({ meaning, heading, fit }): Candidate[] => {
    if (heading === 0 && (NEEDS_HEADING.has(meaning) || isLooseTrace(cells, meaning))) return [];
    const isOther = strongest - heading >= OTHER_MEANING_LEAD;
    const known = HEADING_WEIGHT * heading + CONTENT_WEIGHT * fit - (isOther ? OTHER_HEADING_PENALTY : 0);
    const score = strongest === 0 ? UNKNOWN_HEADING_WEIGHT * fit : known;
    return score >= MIN_SCORE ? [{ column, meaning, score, heading }] : [];
  });
}

/** Any number may be a trace number, but without a heading only one of 15 digits is. */
const isLooseTrace = (cells: ColumnContents, meaning: ColumnMeaning): boolean =>
  meaning === 'checkTracerNumber' && cells.share('trace') < NEARLY_ALL;

const totalOf = (chosen: readonly Candidate[]): number => chosen.reduce((sum, { score }) => sum + score, 0);

const conflicts = (one: Candidate, other: Candidate): boolean =>
  one.column === other.column || (isField(one.meaning) && one.meaning === other.meaning);

/** One meaning per column and one column per field, with the highest total score that exchanges can reach. */
function assign(candidates: readonly Candidate[]): Candidate[] {
  const sorted = candidates.toSorted((one, other) => other.score - one.score);
  const fill = (chosen: readonly Candidate[]): Candidate[] => {
    const filled = [...chosen];
    for (const one of sorted) if (!filled.some((other) => conflicts(one, other))) filled.push(one);
    return filled;
  };
  let best = fill([]);
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (const one of sorted) {
      if (best.includes(one)) continue;
      const chosen = fill([one, ...best.filter((other) => !conflicts(one, other))]);
      isBetter = totalOf(chosen) > totalOf(best) + Number.EPSILON * best.length;
      if (!isBetter) continue;
      best = chosen;
      break;
    }
  }
  return best;
}

/** Needed in every row; a date, code or trace number is used when it is printed. */
const REQUIRED: readonly CsvField[] = ['accountNumber', 'amount', 'debitAmount', 'creditAmount', 'company'];

/** What the columns are judged by, and what was chosen. */
interface Judgment {
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  contents: readonly ColumnContents[];
  candidates: readonly Candidate[];
  chosen: readonly Candidate[];
  controls: readonly PrintedTotals[];
}

const columnFor = ({ chosen }: Judgment, field: ColumnMeaning): number | null =>
  chosen.find(({ meaning }) => meaning === field)?.column ?? null;

function textsOf(judgment: Judgment, field: ColumnMeaning): string[] {
  const column = columnFor(judgment, field);
  return column === null ? [] : judgment.rows.map((cells) => (cells[column] ?? '').trim());
}

const titleOf = ({ headings }: Judgment, column: number): string => {
  const heading = (headings[column] ?? '').trim();
  return heading === '' ? `Column ${column + 1}` : `Column "${heading}"`;
};

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
  const judgment: Judgment = { headings, rows, contents, candidates, chosen: assign(candidates), controls };
  const direction = directionOf(judgment);
  const missing = missingFields(judgment);
  const ambiguous = ambiguousFields(judgment);
  const questions = [
    ...ambiguous.map(({ question }) => question),
    ...unknownColumns(judgment).filter(({ column }) => ambiguous.every(({ rival }) => rival !== column)),
    ...contradictedHeadings(judgment),
    ...missing.map((name) => ({ column: null, sentence: `No column was recognized as the ${name}. Choose one.` })),
    ...(direction.question === null ? [] : [{ column: columnFor(judgment, 'amount'), sentence: direction.question }]),
  ];
  const columns = judgment.chosen
    .flatMap(({ column, meaning }) => (isField(meaning) ? [{ column, field: meaning }] : []))
    .toSorted((one, other) => one.column - other.column);
  const mapping: CsvMapping = {
    delimiter: ',',
    skippedRows: 0,
    hasHeader: true,
    columnCount: Math.max(2, headings.length),
    columns,
    dateOrder: 'month_first',
    direction: direction.direction,
  };
  const looksLikeEntries =
    contents.some((cells) => cells.share('money') >= MOSTLY_MONEY && cells.filled.length > 0) &&
    (columnFor(judgment, 'accountNumber') !== null || columnFor(judgment, 'checkTracerNumber') !== null) &&
    (rows.length >= MIN_ROWS || missing.length === 0);
  return { mapping, questions, looksLikeEntries };
}

const MOSTLY_MONEY = 0.5;
/** A letter also has a line with an amount and an account number. */
const MIN_ROWS = 2;

/** The names of fields instead of printed headings, for checks that depend on what a column is. */
export function fieldLabelsOf({ header, rows }: ExtractedTable): readonly string[] {
  const { mapping } = judgeColumns(
    header,
    rows.map(({ cells }) => cells.map(({ text }) => text)),
  );
  return header.map((name, column) => mapping.columns.find((one) => one.column === column)?.field ?? name);
}

const IMPORTANT: ReadonlySet<CsvField> = new Set([
  ...REQUIRED,
  ...CSV_DATE_FIELDS,
  'fullName',
  'transactionCode',
  'checkTracerNumber',
  'transactionType',
]);

/** Fields that other columns may contain as well, by cells and headings. */
function ambiguousFields(judgment: Judgment): { question: ColumnQuestion; rival: number }[] {
  const { candidates, chosen } = judgment;
  return chosen.flatMap((one) => {
    const { column, meaning, heading } = one;
    if (!isField(meaning) || !IMPORTANT.has(meaning)) return [];
    const rival = assign(candidates.filter((other) => other !== one));
    const other = rival.find((candidate) => candidate.meaning === meaning);
    if (other === undefined || (heading >= CLEAR_HEADING && heading - other.heading >= 0.3)) return [];
    const lead = heading < CLEAR_HEADING && WORDY.has(meaning) ? MIN_LEAD_OF_TEXTS : MIN_LEAD;
    if (totalOf(chosen) - totalOf(rival) >= lead) return [];
    const titles = [column, other.column].map((index) => titleOf(judgment, index)).join(' and ');
    const name = CSV_FIELDS[meaning].toLowerCase();
    const question = { column, sentence: `Several columns may contain the ${name}: ${titles}. Choose one.` };
    return [{ question, rival: other.column }];
  });
}

/** Amounts, accounts, directions and dates that are not used, below headings that do not say why. */
function unknownColumns(judgment: Judgment): ColumnQuestion[] {
  const { contents, headings, chosen } = judgment;
  return contents.flatMap((cells, column): ColumnQuestion[] => {
    const own = chosen.find((one) => one.column === column);
    const isUnneeded = own !== undefined && (isField(own.meaning) || own.heading > 0);
    if (cells.filled.length === 0 || isUnneeded) return [];
    const contains = unusedContents(judgment, column, cells);
    if (contains === null) return [];
    const heading = (headings[column] ?? '').trim();
    const says = heading === '' ? 'it has no heading' : 'its heading does not say which';
    const sentence = `${titleOf(judgment, column)} contains ${contains}, but ${says}. Choose what it contains, or ignore it.`;
    return [{ column, sentence }];
  });
}

function unusedContents(judgment: Judgment, column: number, cells: ColumnContents): string | null {
  const isFound = (field: ColumnMeaning): boolean =>
    judgment.chosen.some(({ meaning, heading }) => meaning === field && heading >= CLEAR_HEADING);
  const isNamed = headingMeanings(judgment.headings[column] ?? '').size > 0;
  if (cells.share('money') >= NEARLY_ALL) return 'amounts';
  if (cells.share('direction') >= NEARLY_ALL && contradictsDirection(judgment, column))
    return 'words for credit or debit';
  if (cells.share('date') >= NEARLY_ALL && !isFound('effectiveDate')) return 'dates';
  if (!isNamed && contentFit(cells, 'accountNumber') >= 0.5 && !isFound('accountNumber'))
    return 'numbers like accounts';
  return null;
}

/** Whether rows are credits by one column and debits by another. */
function contradictsDirection(judgment: Judgment, column: number): boolean {
  const texts = textsOf(judgment, 'transactionType');
  return judgment.rows.some((cells, row) => {
    const [one, other] = [texts[row], cells[column]].map((text) => csvDirectionOf(text ?? ''));
    return one !== null && other !== null && one !== other;
  });
}

/** An entry has one amount and needs one name and one date. */
const EQUIVALENT_FIELDS: readonly (readonly CsvField[])[] = [
  CSV_DATE_FIELDS,
  ['amount', 'debitAmount', 'creditAmount'],
  ['fullName', 'lastName', 'firstName'],
  ['accountNumber', 'memberId', 'originalAccount'],
];

const equivalentsOf = (field: CsvField): readonly CsvField[] =>
  EQUIVALENT_FIELDS.find((fields) => fields.includes(field)) ?? [field];

/** A field that only this heading names would be lost: a date that cannot be read, for example. */
function contradictedHeadings(judgment: Judgment): ColumnQuestion[] {
  const { contents, headings } = judgment;
  return contents.flatMap((cells, column): ColumnQuestion[] => {
    const named = [...headingMeanings(headings[column] ?? '')].filter(([, score]) => score >= CLEAR_HEADING);
    const said = named.flatMap(([meaning]) => (isField(meaning) && IMPORTANT.has(meaning) ? [meaning] : []));
    const isLost =
      said.length > 0 &&
      !said.includes('transactionType') &&
      !said.flatMap(equivalentsOf).some((field) => columnFor(judgment, field) !== null);
    if (!isLost || cells.filled.length === 0) return [];
    const sentence = `${titleOf(judgment, column)} does not contain what its heading says. Choose what it contains, or ignore it.`;
    return [{ column, sentence }];
  });
}

/** In words, of required fields without a column. */
function missingFields(judgment: Judgment): string[] {
  const isFound = (field: CsvField): boolean => columnFor(judgment, field) !== null;
  const hasTwoAmounts = isFound('debitAmount') || isFound('creditAmount');
  const missing = REQUIRED.filter(
    (field) => !isFound(field) && (field === 'amount' ? !hasTwoAmounts : !AMOUNTS.has(field) || hasTwoAmounts),
  );
  const names = missing.map((field) => CSV_FIELDS[field].toLowerCase());
  return isFound('fullName') || isFound('lastName') ? names : [...names, 'member name'];
}

const MARK = /\d[)-]?\s*(?:CR|DR|C|D)$/i;
const NEGATIVE = /^[^\d]*[-(]|-$/;

interface Direction {
  direction: CsvDirection;
  question: string | null;
}

function directionOf(judgment: Judgment): Direction {
  if (columnFor(judgment, 'debitAmount') !== null) return { direction: 'two_columns', question: null };
  if (columnFor(judgment, 'transactionType') !== null) return { direction: 'type_column', question: null };
  const amounts = textsOf(judgment, 'amount');
  const filled = amounts.filter((text) => text !== '');
  if (filled.length > 0 && filled.every((text) => MARK.test(text)))
    return { direction: 'negative_is_debit', question: null };
  if (new ColumnContents(textsOf(judgment, 'transactionCode')).share('code') >= NEARLY_ALL)
    return { direction: 'transaction_code', question: null };
  if (!filled.some((text) => NEGATIVE.test(text)))
    return {
      direction: 'type_column',
      question: 'Nothing shows which amounts are credits and which are debits. Choose the column that shows it.',
    };
  const descriptions = textsOf(judgment, 'entryDescription');
  const companies = textsOf(judgment, 'company');
  const direction = directionOfSigns(
    amounts.map((text, index) => ({ text, about: [descriptions[index] ?? '', companies[index] ?? ''] })),
    judgment.controls,
  );
  return {
    direction: direction ?? 'negative_is_debit',
    question:
      direction === null
        ? 'Only the sign of the amount distinguishes credits from debits. Choose whether a minus sign means a debit or a credit.'
        : null,
  };
}

const MIN_EVIDENCE = 3;
/** A refund by an insurer is a credit, so a few rows may disagree. */
const MAX_CONTRARY_SHARE = 0.1;

/**
 * What a minus sign means, shown by printed sums of credits and debits, or by descriptions and companies such as PAYROLL
 * and RENT. Null without evidence or when too much of it disagrees.
 */
function directionOfSigns(
  rows: readonly { text: string; about: readonly string[] }[],
  controls: readonly PrintedTotals[],
): 'negative_is_debit' | 'negative_is_credit' | null {
  const sums = { negative: 0, positive: 0 };
  const votes: Record<TransactionType, number> = { Credit: 0, Debit: 0 };
  for (const { text, about } of rows) {
    const isNegative = NEGATIVE.test(text);
    sums[isNegative ? 'negative' : 'positive'] += amountSizeOf(text.replace(/^\+/, '')) ?? 0;
    // The description says more than the name of the company.
    const telling = about.find((one) => CREDIT_WORDS.test(one) || DEBIT_WORDS.test(one));
    if (telling === undefined) continue;
    const isCredit = CREDIT_WORDS.test(telling);
    if (isCredit !== DEBIT_WORDS.test(telling)) votes[isCredit === isNegative ? 'Credit' : 'Debit'] += 1;
  }
  const printed = controls.flatMap(({ sums: found }) => found);
  const isPrinted = (direction: TransactionType, cents: number): boolean =>
    cents > 0 && printed.some((sum) => sum.direction === direction && sum.cents === cents);
  if (isPrinted('Debit', sums.negative) || isPrinted('Credit', sums.positive)) return 'negative_is_debit';
  if (isPrinted('Credit', sums.negative) || isPrinted('Debit', sums.positive)) return 'negative_is_credit';
  if (votes.Debit >= MIN_EVIDENCE && votes.Credit <= MAX_CONTRARY_SHARE * votes.Debit) return 'negative_is_debit';
  return votes.Credit >= MIN_EVIDENCE && votes.Debit <= MAX_CONTRARY_SHARE * votes.Credit ? 'negative_is_credit' : null;
}
