import { fieldOfHeader } from '../../csv/guess/field-synonyms.ts';
import { parseAmount } from '../../money/parse-amount.ts';
import { columnCuts } from './column-cuts.ts';
import { columnOf } from './columns.ts';
import type { ExtractedTable, PrintedSum, TableRow } from './extracted-table.ts';
import { isFullRow } from './full-row.ts';
import { headerAt, type TableHeader } from './header.ts';
import { type Line, linesOf, textOf } from './lines.ts';
import { isNoise, isRule, isTotal } from './noise.ts';
import { controlOf, type PrintedControl } from './printed-controls.ts';
import { rowsOf } from './rows.ts';
import { around, type Box, type Rule, type WordPage } from './word.ts';
import type { Wrapping } from './wrapped-text.ts';

const MONEY_FIELDS: ReadonlySet<string> = new Set(['amount', 'debitAmount', 'creditAmount']);
const HAS_MONEY = /\d[\d,]*\.\d{2}\b/;

/** Cells that may go on over several lines; of a column that nobody knows it is not known. */
const PROSE: ReadonlySet<string> = new Set([
  'fullName',
  'firstName',
  'lastName',
  'company',
  'entryDescription',
  'addenda',
  '',
]);

export interface ReadTables {
  tables: ExtractedTable[];
  /** Lines that hold an amount and belong to no row: a person must look at them, or money would be lost without a word. */
  unread: UnreadLine[];
  /** Counts and sums of rows that the document prints. */
  controls?: readonly PrintedControl[];
  /** No table of many members' entries, but a statement of one account. */
  isAccountStatement?: boolean;
}

export interface UnreadLine {
  page: number;
  text: string;
  /** Where it stands, when it is a line of its own. */
  box?: Box;
}

/**
 * The tables of transactions in a document's positioned words. A table goes on over pages: where a page has no header of its
 * own, the columns of the page before hold. Lines above the first header are titles; what looks like a row
 * above a later header is for a person to see.
 */
export function readTables(pages: readonly WordPage[]): ReadTables {
  const tables: Open[] = [];
  const unread: UnreadLine[] = [];
  const controls: PrintedControl[] = [];
  for (const section of sectionsOf(pages)) {
    const known = tables.at(-1);
    const header = section.header ?? known?.header;
    if (header === undefined || (section.header === null && section.isAboveHeader)) {
      controls.push(...section.lines.flatMap((line) => controlOf(line) ?? []));
      unread.push(...section.lines.filter((line) => isRowOf(known, line)).map(unreadOf));
      continue;
    }
    const isNew =
      known === undefined || (section.header !== null && !sameNames(section.header, known.header));
    const table: Open = isNew ? { header, cuts: [], rows: [], totals: [] } : known;
    if (isNew) tables.push(table);
    const { labels } = header;
    const isPlain = (line: Line): boolean => !isNoise(textOf(line.words)) && controlOf(line) === null;
    const cuts = columnCuts(labels, section.lines.filter(isPlain));
    table.cuts = cuts;
    const isRow = (line: Line): boolean => isFullRow(line, { labels, cuts });
    const fields = labels.map(({ text }) => fieldOfHeader(text)?.field ?? '');
    const columnsOf = (wanted: ReadonlySet<string>): number[] =>
      fields.flatMap((field, column) => (wanted.has(field) ? [column] : []));
    const read = rowsOf(
      section.lines.filter((line) => isPlain(line) || isRow(line)),
      {
        cuts,
        money: columnsOf(MONEY_FIELDS),
        prose: columnsOf(PROSE),
        headings: labels.map(({ box }) => box),
        rules: section.rules,
        isRow,
      },
      table.wrapping,
    );
    table.wrapping = read.wrapping;
    table.rows.push(...read.rows);
    // A row whose amount is none that can be read is a row all the same.
    unread.push(
      ...read.unread.filter((line) => HAS_MONEY.test(textOf(line.words)) || isRow(line)).map(unreadOf),
    );
    for (const line of section.lines.filter((one) => !isRow(one))) {
      const control = controlOf(line);
      const isSum = isTotal(textOf(line.words));
      // Sums below a column are compared with that column.
      if (control !== null) controls.push(isSum ? { ...control, sums: [] } : control);
      if (isSum) table.totals.push(...sumsOf(line, cuts, control));
    }
  }
  return {
    tables: tables.map(closed).filter(({ rows }) => rows.length > 0),
    unread,
    ...(controls.length > 0 && { controls }),
  };
}

/** Whether a line above a page's own header looks like a row of the table before. */
const isRowOf = (known: Open | undefined, line: Line): boolean =>
  known !== undefined && isFullRow(line, { labels: known.header.labels, cuts: known.cuts });

const unreadOf = ({ page, words, box }: Line): UnreadLine => ({ page, text: textOf(words), box });

function sumsOf(line: Line, cuts: readonly number[], control: PrintedControl | null): PrintedSum[] {
  return line.words
    .filter(({ text }) => HAS_MONEY.test(text))
    .map((word): PrintedSum => {
      const cents = parseAmount(word.text);
      const said = control?.sums.find((sum) => 'cents' in cents && sum.cents === Math.abs(cents.cents));
      return {
        column: columnOf(word, cuts),
        text: word.text,
        ...(typeof said?.direction === 'string' && { direction: said.direction }),
        place: { page: line.page, box: around([word]) },
      };
    });
}

interface Open {
  header: TableHeader;
  /** Of its last page. */
  cuts: readonly number[];
  wrapping?: Wrapping;
  rows: TableRow[];
  totals: PrintedSum[];
}

const closed = ({ header, rows, totals }: Open): ExtractedTable => ({
  header: header.labels.map(({ text }) => text),
  rows,
  totals,
});

/** The lines of a page below one header, or below its top when it has none. */
interface Section {
  header: TableHeader | null;
  lines: Line[];
  rules: readonly Rule[];
  /** Whether a header follows on the same page. */
  isAboveHeader: boolean;
}

function sectionsOf(pages: readonly WordPage[]): Section[] {
  return pages.flatMap((page) => {
    const lines = linesOf(page).filter(({ words }) => !isRule(textOf(words)));
    const { rules = [] } = page;
    const sections: Section[] = [{ header: null, lines: [], rules, isAboveHeader: false }];
    for (let index = 0; index < lines.length; ) {
      const header = headerAt(lines, index);
      if (header === null) {
        sections.at(-1)?.lines.push(lines[index] as Line);
        index += 1;
      } else {
        sections.push({ header, lines: [], rules, isAboveHeader: false });
        index += header.lines;
      }
    }
    return sections.map((section, index) => ({
      ...section,
      isAboveHeader: index === 0 && sections.length > 1,
    }));
  });
}

const sameNames = (one: TableHeader, other: TableHeader): boolean =>
  one.labels.length === other.labels.length &&
  one.labels.every(({ text }, index) => text.toLowerCase() === other.labels[index]?.text.toLowerCase());
