import { fieldOfHeader } from '../../csv/guess/field-synonyms.ts';
import type { Cell, ExtractedTable, TableRow } from './extracted-table.ts';
import { type Line, linesOf, textOf } from './lines.ts';
import { around, type Word, type WordPage } from './word.ts';

/** Fewer named fields are a letter that happens to hold some. */
const LEAST_FIELDS = 4;

/** "Account Number: 1000000001": the words up to the colon, and those behind it. */
interface Pair {
  label: string;
  words: readonly Word[];
  readonly line: Line;
}

/**
 * A document that shows each transaction as named values, one below or beside another. A record ends where a label comes that
 * it already has. Null when there are too few fields that anybody knows.
 */
export function keyValueTable(pages: readonly WordPage[]): ExtractedTable | null {
  const records: Pair[][] = [];
  for (const pair of pages.flatMap((page) => linesOf(page).flatMap(pairsOf))) {
    const record = records.at(-1);
    if (record === undefined || record.some(({ label }) => label === pair.label)) records.push([pair]);
    else record.push(pair);
  }
  const header = [...new Set(records.flatMap((record) => record.map(({ label }) => label)))];
  if (header.length < LEAST_FIELDS) return null;
  return { header, rows: records.map((record) => rowOf(record, header)), totals: [] };
}

/** Labels of fields that the ledger knows; any other text with a colon is none. */
function pairsOf(line: Line): Pair[] {
  const pairs: Pair[] = [];
  let from = 0;
  for (let end = 0; end < line.words.length; end += 1) {
    if (line.words[end]?.text.endsWith(':') !== true) continue;
    const start = labelStart(line.words, from, end);
    if (start === null) continue;
    const last = pairs.at(-1);
    if (last !== undefined) last.words = last.words.slice(0, start - from);
    const label = textOf(line.words.slice(start, end + 1)).replace(/\s*:$/, '');
    pairs.push({ label, words: line.words.slice(end + 1), line });
    from = end + 1;
  }
  return pairs;
}

/** Where the longest known label begins that ends here; null when none does. */
function labelStart(words: readonly Word[], from: number, end: number): number | null {
  for (let start = Math.max(from, end - 4); start <= end; start += 1)
    if (fieldOfHeader(textOf(words.slice(start, end + 1)).replace(/\s*:$/, '')) !== null) return start;
  return null;
}

function rowOf(record: readonly Pair[], header: readonly string[]): TableRow {
  const page = record[0]?.line.page ?? 1;
  return {
    cells: header.map((label) => cellOf(record.find((pair) => pair.label === label))),
    page,
    // A record that goes on over a page is shown where it begins.
    box: around(record.filter(({ line }) => line.page === page).map(({ line }) => line.box)),
  };
}

function cellOf(pair: Pair | undefined): Cell {
  if (pair === undefined || pair.words.length === 0) return { text: '', confidence: 1, place: null };
  return {
    text: textOf(pair.words).trim(),
    confidence: Math.min(...pair.words.map(({ confidence }) => confidence)),
    place: { page: pair.line.page, box: around(pair.words) },
  };
}
