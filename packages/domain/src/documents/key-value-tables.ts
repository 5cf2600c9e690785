import { fieldOfHeader } from '../csv/csv-column-meanings.ts';
import {
  boundingBox,
  COLUMN_GAP,
  type Line,
  linesOf,
  rightEdge,
  textOf,
  type Word,
  type WordPage,
} from './document-words.ts';
import type { Cell, ExtractedTable, TableRow } from './extracted-table.ts';

/** With fewer labels, the page may be a letter that contains these words. */
const MIN_NAMED_FIELDS = 4;

interface LabeledValue {
  label: string;
  words: readonly Word[];
  readonly line: Line;
}

/**
 * Reads each transaction as labeled values; a repeated label begins the next record. Null if there are too few known
 * labels.
 */
export function readKeyValueTable(pages: readonly WordPage[]): ExtractedTable | null {
  const records: LabeledValue[][] = [];
  const found = pages.flatMap((page) => linesOf(page).flatMap(labeledValuesOf));
  // Values above the first record apply to the document.
  const first = found.findIndex(isKnown);
  const pairs = found.slice(Math.max(0, first)).filter((pair) => isKnown(pair) || !DOCUMENT_LABELS.test(pair.label));
  for (const pair of pairs) {
    const record = records.at(-1);
    if (record === undefined || record.some(({ label }) => label === pair.label)) records.push([pair]);
    else record.push(pair);
  }
  const header = [...new Set(pairs.map(({ label }) => label))];
  if (header.filter((label) => fieldOfHeader(label) !== null).length < MIN_NAMED_FIELDS) return null;
  const rows = records.map((record): TableRow => {
    const page = record[0]?.line.page ?? 1;
    return {
      cells: header.map((label) => cellOf(record.find((pair) => pair.label === label))),
      page,
      // A record that continues on the next page is shown where it begins.
      box: boundingBox(record.filter(({ line }) => line.page === page).map(({ line }) => line.box)),
    };
  });
  return { header, rows, totals: [] };
}

/** Labels for the document, not for a transaction. */
const DOCUMENT_LABELS =
  /^(?:page|report|run|print(?:ed)?|prepared|generated|created|as of|from|to|phone|tel|fax|subject|attention|attn)\b/i;
/** An unknown label consists of words without digits. */
const MAX_UNKNOWN_LABEL_WORDS = 3;

/** Includes unknown labels, so that their values are not added to the previous value. */
function labeledValuesOf(line: Line): LabeledValue[] {
  const pairs: LabeledValue[] = [];
  let from = 0;
  for (let end = 0; end < line.words.length; end += 1) {
    if (line.words[end]?.text.endsWith(':') !== true) continue;
    const start = labelStart(line.words, from, end) ?? unknownStart(line.words, from, end);
    if (start === null) continue;
    const last = pairs.at(-1);
    if (last !== undefined) last.words = last.words.slice(0, start - from);
    const label = textOf(line.words.slice(start, end + 1)).replace(/\s*:$/, '');
    pairs.push({ label, words: line.words.slice(end + 1), line });
    from = end + 1;
  }
  return pairs;
}

const isKnown = ({ label }: LabeledValue): boolean => fieldOfHeader(label) !== null;

/** @returns null when no unknown label ends here */
function unknownStart(words: readonly Word[], from: number, end: number): number | null {
  let start = end + 1;
  while (start > from && end - start + 1 < MAX_UNKNOWN_LABEL_WORDS) {
    const word = words[start - 1];
    if (word === undefined || /\d/.test(word.text) || !/\p{L}/u.test(word.text)) break;
    const next = words[start];
    if (next !== undefined && next.x - rightEdge(word) > COLUMN_GAP * word.height) break;
    start -= 1;
  }
  if (start > end) return null;
  // "Company: ACME: PAYROLL": text directly after a label is its value.
  const [label, first] = [words[from - 1], words[from]];
  if (start > from || label === undefined || first === undefined) return start;
  return first.x - rightEdge(label) <= COLUMN_GAP * first.height ? null : start;
}

/** The longest known label that ends here; null when none does. */
function labelStart(words: readonly Word[], from: number, end: number): number | null {
  for (let start = Math.max(from, end - 4); start <= end; start += 1)
    if (fieldOfHeader(textOf(words.slice(start, end + 1)).replace(/\s*:$/, '')) !== null) return start;
  return null;
}

function cellOf(pair: LabeledValue | undefined): Cell {
  if (pair === undefined || pair.words.length === 0) return { text: '', confidence: 1, place: null };
  return {
    text: textOf(pair.words).trim(),
    confidence: Math.min(...pair.words.map(({ confidence }) => confidence)),
    place: { page: pair.line.page, box: boundingBox(pair.words) },
  };
}
