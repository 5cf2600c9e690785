import { headingMeanings, headingWords } from '../csv/heading-words.ts';
import { ColumnContents, isOfKind } from './column-contents.ts';
import { type Box, boundingBox, type Line, phrasesOf, textOf, type Word } from './document-words.ts';
import type { Cell, ReviewReason } from './extracted-table.ts';
import { type LabeledWords, labeledWordsOf } from './labeled-values.ts';

/** Cells from group headings and titles, which apply to the entries below them. */
export class AsideCells {
  readonly #columns: string[] = [];
  readonly #current = new Map<string, Cell>();
  readonly #rows = new Map<Line, ReadonlyMap<string, Cell>>();

  clear(): void {
    this.#current.clear();
  }

  set(key: string, cell: Cell): void {
    if (!this.#columns.includes(key)) this.#columns.push(key);
    this.#current.set(key, cell);
  }

  get hasValues(): boolean {
    return this.#current.size > 0;
  }

  keep(line: Line): void {
    this.#rows.set(line, new Map(this.#current));
  }

  get headings(): string[] {
    return this.#columns.map((key) => (key.startsWith(UNLABELED) ? '' : key));
  }

  /** An entry without a value that the headings of other groups have. */
  reasonsFor(line: Line): ReviewReason[] {
    const cells = this.#rows.get(line);
    const missing = this.#columns.filter((key) => !key.startsWith(UNLABELED) && cells?.has(key) !== true);
    return missing.map((key) => ({
      column: null,
      reason: `no "${key}" was found in the heading of its group`,
    }));
  }

  cellsOf(line: Line): Cell[] {
    const cells = this.#rows.get(line);
    return this.#columns.map((key) => cells?.get(key) ?? EMPTY);
  }
}

/** Texts without a label are told apart by their order. */
const UNLABELED = '\0';

const EMPTY: Cell = { text: '', confidence: 1, place: null };

/** "ACME / 1123456789": the company identification has nine or ten digits (Nacha Operating Rules, Appendix Three). */
const IDENTIFICATION_AFTER_NAME = /(?<=\p{L}.*)\s*[/-]\s*\d{9,10}$/u;

function cellOfWords({ words }: LabeledWords, page: number): Cell {
  return {
    text: textOf(words)
      .replace(/\s*\((?:\d+|cont\.?|continued)\)$/i, '')
      .replace(IDENTIFICATION_AFTER_NAME, ''),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
    place: { page, box: boundingBox(words) },
  };
}

/** "ACME  1123456789  PAYROLL  PPD": the beginning of a batch header (Nacha Operating Rules, Appendix Three). */
const BATCH_LABELS: readonly string[] = ['Company', 'Company ID', 'Entry Description'];
const isIdentification = ({ label, words }: LabeledWords): boolean => label === '' && /^\d{9,10}$/.test(textOf(words));

/** The values of a group heading by their labels. */
export function headingCells(line: Line, labels: ReadonlyMap<string, number>): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  const values = labeledWordsOf(line, labels);
  const isBatch = values.some((one, index) => isIdentification(one) && values[index - 1]?.label === '');
  for (const [index, found] of values.entries()) {
    if (found.words.length === 0) continue;
    const own = isBatch ? (BATCH_LABELS[index] ?? '') : '';
    const label = found.label === '' ? own : found.label;
    const key = label === '' ? `${UNLABELED}${index}` : label;
    cells.set(cells.has(key) ? `${key} (${index + 1})` : key, cellOfWords(found, line.page));
  }
  return cells;
}

/** Dates that titles state for all entries below them: "settlement 06/27/26", "Settling Feb 7, 2026". */
export function titleValues(titles: readonly Line[]): Map<string, Cell> {
  return new Map(
    titles.flatMap((line) =>
      line.words.flatMap((_, index): [string, Cell][] => {
        const words = dateAt(line.words, index);
        if (words === null) return [];
        const label = [3, 2, 1]
          .map((length) => textOf(line.words.slice(Math.max(0, index - length), index)).replace(/:$/, ''))
          .find((text) => headingWords(text).isWhole && DATE_LABEL(text));
        return label === undefined ? [] : [[label, cellOfWords({ label, words }, line.page)]];
      }),
    ),
  );
}

/** "06/27/26" is one word, "Feb 7, 2026" three. */
function dateAt(words: readonly Word[], index: number): Word[] | null {
  const lengths = [1, 3].map((length) => words.slice(index, index + length));
  return lengths.find((found) => isDate(textOf(found).replace(/[,.;)]$/, ''))) ?? null;
}

const DATE_LABEL = (label: string): boolean =>
  headingWords(label).words.has('pay') ||
  [...headingMeanings(label)].some(([meaning, score]) => meaning.endsWith('Date') && score >= 0.8);
const INSTITUTION = /\b(?:credit union|f?cu|fcu|bank|federal)\b/i;

/** The company that titles name for all entries: "COMPANY: ACME", or the first line of a payroll register. */
export function companyIn(titles: readonly Line[]): Cell | null {
  for (const line of titles.filter(({ words, verticals }) => phrasesOf(words, verticals).length <= MAX_TITLE_PHRASES))
    for (const found of labeledWordsOf(line)) {
      const isCompany = (headingMeanings(found.label).get('company') ?? 0) >= MIN_COMPANY_SCORE;
      if (isCompany && found.words.length > 0 && !INSTITUTION.test(textOf(found.words)))
        return cellOfWords(found, line.page);
    }
  const [first] = titles;
  const isPayroll = titles.slice(0, MAX_TITLE_LINES).some(({ words }) => /\bpayroll\b/i.test(textOf(words)));
  if (first === undefined || !isPayroll) return null;
  const [phrase = []] = phrasesOf(first.words);
  const text = textOf(phrase);
  if (INSTITUTION.test(text) || /\bpayroll\b|\d{4}/i.test(text)) return null;
  return cellOfWords({ label: '', words: phrase }, first.page);
}
const MIN_COMPANY_SCORE = 0.8;
/** More are headings. */
const MAX_TITLE_PHRASES = 3;
const MAX_TITLE_LINES = 4;

export const hasDates = (texts: readonly string[], heading: string): boolean => {
  const contents = new ColumnContents(texts);
  const isCompact =
    contents.share('compactDate') > 0.5 &&
    [...headingMeanings(heading).keys()].some((meaning) => meaning.endsWith('Date'));
  return contents.share('date') > 0.5 || isCompact;
};

/** Whether amounts need a direction from outside their rows. With one column "Deposits", its heading is that cell. */
export function sidesOf({
  headings,
  texts,
  money,
}: {
  headings: readonly { text: string; box: Box | null }[];
  texts: readonly (readonly string[])[];
  money: readonly number[];
}): { cell: Cell | null } | null {
  const contentsOf = (column: number): ColumnContents => new ColumnContents(texts.map((cells) => cells[column] ?? ''));
  const amounts = money.filter((column) => {
    const { words } = headingWords(headings[column]?.text ?? '');
    return !words.has('balance') && !words.has('fee');
  });
  const [column] = amounts;
  const sides = new Set(headings.flatMap(({ text }) => sideOf(text) ?? []));
  if (column === undefined || amounts.length > 1 || sides.size > 1) return null;
  const isShown = headings.some(
    (_, index) => contentsOf(index).share('direction') > 0.5 || contentsOf(index).share('code') > 0.8,
  );
  if (isShown || contentsOf(column).filled.some((text) => /[-+()]|[CD]R?$/i.test(text))) return null;
  const { text = '', box = null } = headings[column] ?? {};
  const direction = sideOf(text);
  return {
    cell: direction === null ? null : { text: direction, confidence: 1, place: box && { page: 1, box } },
  };
}

function sideOf(text: string): 'Credit' | 'Debit' | null {
  const { words } = headingWords(text.replaceAll(/\bcredit union\b/gi, ' '));
  if (words.has('debit') === words.has('credit') || words.has('sign')) return null;
  return words.has('debit') ? 'Debit' : 'Credit';
}

/** Lists of payments that members only receive. */
const CREDIT_TITLE = /\b(?:payroll|allotments?|benefit payments?|disbursements?)\b/i;

/** The nearest title with "credits", "deposits", "debits" or "withdrawals". */
export function sideOfTitles(titles: readonly Line[]): Cell | null {
  for (const { words, page, box } of titles.toReversed()) {
    const title = textOf(words);
    const text = sideOf(title) ?? (CREDIT_TITLE.test(title) ? 'Credit' : null);
    if (text !== null) return { text, confidence: 1, place: { page, box } };
  }
  return null;
}

const isDate = (text: string): boolean => isOfKind(text, 'date') || isOfKind(text, 'compactDate');
