import { AMOUNT_FIELDS, fieldOfHeader } from '../csv/csv-column-meanings.ts';
import { parseAmount } from '../money/cents.ts';
import { columnOf, findColumnBoundaries, findHeaderAt, type TableHeader } from './document-table-columns.ts';
import { assembleRows } from './document-table-rows.ts';
import { type Box, boundingBox, type DrawnLine, type Line, linesOf, textOf, type WordPage } from './document-words.ts';
import type { ExtractedTable, PrintedSum, TableRow } from './extracted-table.ts';
import { type PrintedTotals, printedTotalsOf } from './printed-totals.ts';
import { isDrawnWithSigns, isNonRowLine, isTotalLine } from './total-lines.ts';
import type { Wrapping } from './wrapped-cells.ts';

/** Filled in every row, like the account number, but empty in totals for an account. */
const ALWAYS_FILLED: ReadonlySet<string> = new Set(['fullName', 'lastName', 'company']);
/** Longer than the counts in total lines. */
const LONG_NUMBER = /\d{4}/;

/** "TOTAL WINE" is also a company. If its row were taken for a total, the entry would be lost silently. */
function isFullRow({ words }: Line, { header: { labels }, cuts }: Pick<OpenTable, 'header' | 'cuts'>) {
  const cells = labels.map(({ text }, column) => ({
    field: fieldOfHeader(text)?.field ?? '',
    text: textOf(words.filter((word) => columnOf(word, cuts) === column)),
  }));
  return (
    cells.some(({ field, text }) => field === 'accountNumber' && LONG_NUMBER.test(text)) &&
    cells.every(({ field, text }) => !ALWAYS_FILLED.has(field) || text !== '')
  );
}

const HAS_MONEY = /\d[\d,]*\.\d{2}\b/;

/** Fields whose cells may have several lines. The empty name stands for unknown columns. */
const PROSE: ReadonlySet<string> = new Set([
  'fullName',
  'firstName',
  'lastName',
  'company',
  'entryDescription',
  'addenda',
  '',
]);

export interface PositionedTables {
  tables: ExtractedTable[];
  /** Lines with an amount that belong to no row, for review. */
  unread: UnreadLine[];
  controls?: readonly PrintedTotals[];
  isAccountStatement?: boolean;
}

export interface UnreadLine {
  page: number;
  text: string;
  box?: Box;
}

/**
 * A page without a header continues the table from the page before. Lines above the first header are titles; rows above
 * a later one need review.
 */
export function readPositionedTables(pages: readonly WordPage[]): PositionedTables {
  const tables: OpenTable[] = [];
  const unread: UnreadLine[] = [];
  const controls: PrintedTotals[] = [];
  for (const section of sectionsOf(pages)) {
    const known = tables.at(-1);
    const header = section.header ?? known?.header;
    if (header === undefined || (section.header === null && section.isAboveHeader)) {
      controls.push(...section.lines.flatMap((line) => printedTotalsOf(line) ?? []));
      unread.push(...section.lines.filter((line) => known && isFullRow(line, known)).map(unreadOf));
      continue;
    }
    const isNew = known === undefined || (section.header !== null && !sameNames(section.header, known.header));
    const table: OpenTable = isNew ? { header, cuts: [], rows: [], totals: [] } : known;
    if (isNew) tables.push(table);
    const { labels } = header;
    const isPlain = (line: Line): boolean => !isNonRowLine(textOf(line.words)) && printedTotalsOf(line) === null;
    const cuts = findColumnBoundaries(labels, section.lines.filter(isPlain));
    table.cuts = cuts;
    const isRow = (line: Line): boolean => isFullRow(line, { header, cuts });
    const fields = labels.map(({ text }) => fieldOfHeader(text)?.field ?? '');
    const columnsOf = (expected: ReadonlySet<string>): number[] =>
      fields.flatMap((field, column) => (expected.has(field) ? [column] : []));
    const read = assembleRows(
      section.lines.filter((line) => isPlain(line) || isRow(line)),
      {
        cuts,
        money: columnsOf(AMOUNT_FIELDS),
        prose: columnsOf(PROSE),
        headings: labels.map(({ box }) => box),
        rules: section.rules,
        isRow,
      },
      table.wrapping,
    );
    table.wrapping = read.wrapping;
    table.rows.push(...read.rows);
    // A row with an unreadable amount is a row too.
    unread.push(...read.unread.filter((line) => HAS_MONEY.test(textOf(line.words)) || isRow(line)).map(unreadOf));
    for (const line of section.lines.filter((one) => !isRow(one))) {
      const control = printedTotalsOf(line);
      const isSum = isTotalLine(textOf(line.words));
      // Sums below a column are compared with that column.
      if (control !== null) controls.push(isSum ? { ...control, sums: [] } : control);
      if (isSum) table.totals.push(...sumsOf(line, cuts, control));
    }
  }
  return {
    tables: tables
      .filter(({ rows }) => rows.length > 0)
      .map(({ header, rows, totals }) => ({ header: header.labels.map(({ text }) => text), rows, totals })),
    unread,
    ...(controls.length > 0 && { controls }),
  };
}

const unreadOf = ({ page, words, box }: Line): UnreadLine => ({ page, text: textOf(words), box });

function sumsOf(line: Line, cuts: readonly number[], control: PrintedTotals | null): PrintedSum[] {
  return line.words
    .filter(({ text }) => HAS_MONEY.test(text))
    .map((word): PrintedSum => {
      const cents = parseAmount(word.text);
      const printed = control?.sums.find((sum) => 'cents' in cents && sum.cents === Math.abs(cents.cents));
      return {
        column: columnOf(word, cuts),
        text: word.text,
        ...(typeof printed?.direction === 'string' && { direction: printed.direction }),
        place: { page: line.page, box: boundingBox([word]) },
      };
    });
}

interface OpenTable {
  header: TableHeader;
  /** On the last page. */
  cuts: readonly number[];
  wrapping?: Wrapping;
  rows: TableRow[];
  totals: PrintedSum[];
}

interface Section {
  header: TableHeader | null;
  lines: Line[];
  rules: readonly DrawnLine[];
  isAboveHeader: boolean;
}

function sectionsOf(pages: readonly WordPage[]): Section[] {
  return pages.flatMap((page) => {
    const lines = linesOf(page).filter(({ words }) => !isDrawnWithSigns(textOf(words)));
    const { rules = [] } = page;
    const top: Section = { header: null, lines: [], rules, isAboveHeader: false };
    const sections = [top];
    for (let index = 0; index < lines.length; ) {
      const header = findHeaderAt(lines, index);
      if (header === null) sections.at(-1)?.lines.push(lines[index] as Line);
      else sections.push({ header, lines: [], rules, isAboveHeader: false });
      index += header?.lines ?? 1;
    }
    top.isAboveHeader = sections.length > 1;
    return sections;
  });
}

const sameNames = (one: TableHeader, other: TableHeader): boolean =>
  one.labels.length === other.labels.length &&
  one.labels.every(({ text }, index) => text.toLowerCase() === other.labels[index]?.text.toLowerCase());
