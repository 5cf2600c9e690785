import { fieldOfHeader } from '../../csv/guess/field-synonyms.ts';
import { columnCuts } from './column-cuts.ts';
import type { ExtractedTable, PrintedSum, TableRow } from './extracted-table.ts';
import { isFullRow } from './full-row.ts';
import { headerAt, type TableHeader } from './header.ts';
import { type Line, linesOf, textOf } from './lines.ts';
import { isNoise, isRule, isTotal } from './noise.ts';
import { columnOf, rowsOf } from './rows.ts';
import { around, type Box, type WordPage } from './word.ts';

const MONEY_FIELDS: ReadonlySet<string> = new Set(['amount', 'debitAmount', 'creditAmount']);
const HAS_MONEY = /\d[\d,]*\.\d{2}\b/;

export interface ReadTables {
  tables: ExtractedTable[];
  /** Lines that hold an amount and belong to no row: a person must look at them, or money would be lost without a word. */
  unread: UnreadLine[];
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
 * own, the columns of the page before hold. Lines above the first header are titles.
 */
export function readTables(pages: readonly WordPage[]): ReadTables {
  const tables: Open[] = [];
  const unread: ReadTables['unread'] = [];
  for (const section of sectionsOf(pages)) {
    const known = tables.at(-1);
    const header = section.header ?? known?.header;
    if (header === undefined) continue;
    const isNew =
      known === undefined || (section.header !== null && !sameNames(section.header, known.header));
    const table = isNew ? { header, rows: [], totals: [] } : known;
    if (isNew) tables.push(table);
    const { labels } = header;
    const isPlain = ({ words }: Line): boolean => !isNoise(textOf(words));
    const cuts = columnCuts(labels, section.lines.filter(isPlain));
    const body = section.lines.filter((line) => isPlain(line) || isFullRow(line, { labels, cuts }));
    const money = labels.flatMap(({ text }, column) =>
      MONEY_FIELDS.has(fieldOfHeader(text)?.field ?? '') ? [column] : [],
    );
    const read = rowsOf(body, { cuts, money });
    table.rows.push(...read.rows);
    for (const line of read.unread)
      if (HAS_MONEY.test(textOf(line.words)))
        unread.push({ page: line.page, text: textOf(line.words), box: line.box });
    const totals = section.lines.filter(
      (line) => isTotal(textOf(line.words)) && !isFullRow(line, { labels, cuts }),
    );
    for (const line of totals)
      for (const word of line.words)
        if (HAS_MONEY.test(word.text))
          table.totals.push({
            column: columnOf(word, cuts),
            text: word.text,
            place: { page: line.page, box: around([word]) },
          });
  }
  return { tables: tables.map(closed).filter(({ rows }) => rows.length > 0), unread };
}

interface Open {
  header: TableHeader;
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
}

function sectionsOf(pages: readonly WordPage[]): Section[] {
  return pages.flatMap((page) => {
    const lines = linesOf(page).filter(({ words }) => !isRule(textOf(words)));
    const sections: Section[] = [{ header: null, lines: [] }];
    for (let index = 0; index < lines.length; ) {
      const header = headerAt(lines, index);
      if (header === null) {
        sections.at(-1)?.lines.push(lines[index] as Line);
        index += 1;
      } else {
        sections.push({ header, lines: [] });
        index += header.lines;
      }
    }
    // Above a page's own header stand titles, not rows.
    return sections.filter((_, index) => index > 0 || sections.length === 1);
  });
}

const sameNames = (one: TableHeader, other: TableHeader): boolean =>
  one.labels.length === other.labels.length &&
  one.labels.every(({ text }, index) => text.toLowerCase() === other.labels[index]?.text.toLowerCase());
