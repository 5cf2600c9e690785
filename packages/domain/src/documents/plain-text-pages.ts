import { CSV_FIELDS } from '@clearwatch/contracts/csv-mapping';
import { headingMeanings, headingWords } from '../csv/heading-words.ts';
import type { Word, WordPage } from './document-words.ts';

const DELIMITERS = ['\t', ',', ';', '|'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** With fewer cells, the line may be a sentence with commas. */
const MIN_KNOWN_HEADINGS = 4;
const MIN_HEADING_SCORE = 0.6;
/** Lines between tab stops with another number of cells are the second lines of entries when they recur. */
const MIN_RECURRING_LINES = 3;
const MIN_TABBED_CELLS = 2;
/** Wider than any blank within a cell. */
const CELL_GAP = ' '.repeat(4);
/** Wider than any gap within a row. */
const GROUP_GAP = '\n'.repeat(3);

interface Group {
  delimiter: Delimiter;
  count: number;
  rows: { line: number; cells: readonly string[] }[];
  /** Lines with a different number of cells. */
  strays: { line: number; cells: readonly string[] }[];
}

/**
 * A table begins with a line of known headings, or consists of lines with equally many cells. Lines with a different
 * number of cells are set apart for review.
 */
export function alignDelimitedLines(lines: readonly string[]): string[] {
  const result = [...lines];
  const headed = groupsOf(lines).flatMap(withRecurringLines);
  for (const { rows, strays } of headed.length > 0 ? headed : groupsWithoutHeadings(lines)) {
    for (const { line } of strays) result[line] = `${GROUP_GAP}${lines[line] ?? ''}${GROUP_GAP}`;
    const widths = (rows[0]?.cells ?? []).map((_, column) =>
      rows.reduce((widest, { cells }) => Math.max(widest, cells[column]?.length ?? 0), 1),
    );
    for (const { line, cells } of rows)
      result[line] = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(CELL_GAP);
  }
  return result;
}

/** Second lines of entries, which have their own tab stops, as a group of their own. */
function withRecurringLines(group: Group): Group[] {
  if (group.delimiter !== '\t') return [group];
  const strays: Group['strays'] = [];
  const recurring: Group[] = [];
  for (const [count, found] of Map.groupBy(group.strays, ({ cells }) => cells.length)) {
    if (found.length < MIN_RECURRING_LINES) strays.push(...found);
    else recurring.push({ delimiter: '\t', count, rows: found, strays: [] });
  }
  return [{ ...group, strays }, ...recurring];
}

function groupsOf(lines: readonly string[]): Group[] {
  const groups: Group[] = [];
  for (const [line, text] of lines.entries()) {
    const delimiter = DELIMITERS.find((sign) => isHeader(text, sign));
    const current = groups.at(-1);
    const separator = delimiter ?? current?.delimiter;
    if (separator === undefined) continue;
    const cells = cellsOf(text, separator);
    const isSame = current?.delimiter === separator && current.count === cells.length;
    if (isSame) current.rows.push({ line, cells });
    else if (delimiter !== undefined)
      groups.push({ delimiter, count: cells.length, rows: [{ line, cells }], strays: [] });
    else if (cells.length >= (separator === '\t' ? MIN_TABBED_CELLS : MIN_KNOWN_HEADINGS))
      current?.strays.push({ line, cells });
  }
  return groups;
}

/** Commas also separate names and thousands. */
const CLEAR_DELIMITERS: readonly Delimiter[] = ['\t', ';', '|'];
const MIN_CELLS = 5;
const MIN_LINES_SHARE = 0.6;

/** A list without headings, in which most lines have the same number of cells. */
function groupsWithoutHeadings(lines: readonly string[]): Group[] {
  const filled = lines.flatMap((text, line) => (text.trim() === '' ? [] : [{ text, line }]));
  for (const delimiter of CLEAR_DELIMITERS) {
    const split = filled.map(({ text, line }) => ({ line, cells: cellsOf(text, delimiter), text }));
    const [[count, rows] = [0, []]] = [...Map.groupBy(split, ({ cells }) => cells.length)].toSorted(
      ([, one], [, other]) => other.length - one.length,
    );
    const isAligned = rows.some(({ text }) => text.includes(` ${delimiter} `));
    if (count < MIN_CELLS || rows.length < MIN_LINES_SHARE * filled.length || isAligned) continue;
    const strays = split.filter(({ cells }) => cells.length !== count && cells.length >= MIN_KNOWN_HEADINGS);
    return [{ delimiter, count, rows, strays }];
  }
  return [];
}

/** Text with " | " between cells is already aligned. */
function isHeader(text: string, delimiter: Delimiter): boolean {
  if (!text.includes(delimiter) || text.includes(' | ')) return false;
  return cellsOf(text, delimiter).filter(isFieldName).length >= MIN_KNOWN_HEADINGS;
}

const isFieldName = (cell: string): boolean =>
  headingWords(cell).isWhole &&
  [...headingMeanings(cell)].some(
    ([meaning, score]) => score >= MIN_HEADING_SCORE && Object.hasOwn(CSV_FIELDS, meaning),
  );

/** Delimiters in quotation marks are part of a cell (RFC 4180). Each run of white space becomes one space. */
function cellsOf(text: string, delimiter: Delimiter): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === delimiter && !isQuoted) cells.push('');
    else cells.push(`${cells.pop() ?? ''}${sign}`);
  }
  return cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim());
}

/** Size of one character: narrow and tall, so that a space between words is not a gap between columns. */
const WIDTH = 6;
const HEIGHT = 10;
const LINE = 12;
const TAB = 8;

/** Places the words of plain text on a grid with one character per cell. A form feed begins a new page. */
export function plainTextPages(text: string): WordPage[] {
  const pages = text
    .replaceAll('\r\n', '\n')
    .split('\f')
    .map((page) => page.split('\n'));
  // Aligned across all pages, because a table may continue on the next page.
  const aligned = alignDelimitedLines(pages.flat());
  return pages.map(({ length: count }, index) => {
    const lines = aligned.splice(0, count).flatMap((line) => line.split('\n').map(withoutTabs));
    return {
      page: index + 1,
      width: WIDTH * lines.reduce((widest, { length }) => Math.max(widest, length), 1),
      height: LINE * lines.length,
      words: lines.flatMap((line, row) => wordsOf(line, row)),
    };
  });
}

function wordsOf(line: string, row: number): Word[] {
  return [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    text,
    x: index * WIDTH,
    y: row * LINE,
    width: text.length * WIDTH,
    height: HEIGHT,
    confidence: 1,
  }));
}

function withoutTabs(line: string): string {
  let result = '';
  for (const sign of line) result += sign === '\t' ? ' '.repeat(TAB - (result.length % TAB)) : sign;
  return result;
}
