import { CSV_DATE_FIELDS } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { Day } from '../calendar/day.ts';
import { AMOUNT_FIELDS } from '../csv/csv-column-meanings.ts';
import type { CsvRecord } from '../csv/csv-reader.ts';
import { CsvRowReader } from '../csv/csv-row-reader.ts';
import { columnNames } from '../csv/find-csv-table.ts';
import { mappingProblems } from '../csv/guess-csv-mapping.ts';
import { checkPrintedTotals } from './check-printed-totals.ts';
import {
  amountsWithoutCents,
  checkColumnForms,
  checkColumnMeanings,
  checkDateOrder,
  checkRow,
  emptyCells,
  groupedColumns,
} from './check-table-rows.ts';
import { checkPrintedSums, resolveAmountsBySums } from './check-table-totals.ts';
import { isDash, withoutLetter } from './column-contents.ts';
import { fingerprintOf, readContentTables } from './content-tables.ts';
import type { DocumentLayout } from './document-layout.ts';
import { linesOf, textOf, type WordPage } from './document-words.ts';
import {
  type Cell,
  type DocumentRow,
  type DocumentTable,
  type ExtractedTable,
  type FoundTables,
  type ReviewReason,
  type TableRow,
  textOfRow,
  type UnreadLine,
} from './extracted-table.ts';
import { type ColumnQuestion, judgeColumns } from './judge-columns.ts';
import { readLabeledRecords } from './labeled-records.ts';
import type { PrintedTotals } from './printed-totals.ts';

const STATEMENT_COLUMNS = [
  /\bdate\b/i,
  /\b(description|details|particulars|transaction)\b/i,
  /\b(debits?|withdrawals?|paid out|money out)\b/i,
  /\b(credits?|deposits?|paid in|money in)\b/i,
  /\bbalance\b/i,
];
const MIN_STATEMENT_COLUMNS = 4;

/** Rows on a statement for one account do not name the account. */
export function isAccountStatement(pages: readonly WordPage[]): boolean {
  return pages.flatMap(linesOf).some(({ words }) => {
    const text = textOf(words);
    const columns = STATEMENT_COLUMNS.filter((column) => column.test(text));
    return columns.length >= MIN_STATEMENT_COLUMNS && !/\d/.test(text);
  });
}

/** A table found by its contents, with its columns judged by cells and headings. */
export function readContentTable(
  found: ExtractedTable,
  {
    latestDay,
    layouts = [],
    controls = [],
  }: { latestDay: Day; layouts?: readonly DocumentLayout[]; controls?: readonly PrintedTotals[] },
) {
  const settled = resolveAmountsBySums(found);
  const header = settled.header.map(oneLine);
  const judged = judgeColumns(
    header,
    settled.rows.map(({ cells }) => cells.map(({ text }) => text)),
    { controls },
  );
  const fingerprint = fingerprintOf(found);
  const saved = layouts.find((layout) => layout.fingerprint === fingerprint);
  const isSaved = saved?.mapping.columnCount === judged.mapping.columnCount;
  const mapping = isSaved ? saved.mapping : judged.mapping;
  const table = withPlainValues(settled, mapping);
  const questions = isSaved
    ? mappingProblems(mapping).map((sentence): ColumnQuestion => ({ column: null, sentence }))
    : judged.questions;
  const reader = new CsvRowReader(mapping, columnNames(header, header.length), { latestDay });
  const read = table.rows.map(({ cells }) => reader.read(recordOf(cells.map(({ text }) => text))));
  const grouped = groupedColumns({ rows: table.rows, mapping });
  const checked = { header, rows: table.rows, mapping, latestDay, grouped };
  const everywhere = [
    ...checkDateOrder(checked),
    ...checkColumnMeanings(checked),
    ...(isSaved ? [] : checkDated(mapping)),
  ];
  const totals = checkPrintedSums(table, { mapping, read });
  const ofColumns = checkColumnForms(checked);
  const empty = emptyCells(checked);
  const withoutCents = amountsWithoutCents(checked);
  const rows = table.rows.map(({ cells, page, box, unclear = [] }, index): DocumentRow => {
    const row = read[index];
    const ofRow = row === undefined ? [] : checkRow(cells, { row, ...checked });
    const ofTable = [
      ...(ofColumns[index] ?? []),
      ...(empty[index] ?? []),
      ...(withoutCents[index] ?? []),
      ...everywhere,
      ...(totals[index] ?? []),
    ];
    const doubts = [...ofRow, ...unclear, ...ofTable];
    return { cells, page, box, doubts };
  });
  const layout: DocumentLayout = {
    fingerprint,
    headings: header,
    cuts: found.layout.cuts,
    mapping,
    lines: saved?.lines ?? [],
  };
  return {
    table: { header, mapping, rows, layout },
    read,
    questions,
    looksLikeEntries: isSaved || judged.looksLikeEntries,
  };
}

/** "D27" without its letter, "-" for no amount as an empty cell, ".05" with a zero, and "1.00 C" with "CR". */
function withPlainValues(table: ExtractedTable, { columns }: CsvMapping): ExtractedTable {
  const fields = new Map(columns.map(({ column, field }) => [column, field]));
  const plain = (cell: Cell, column: number): Cell => {
    const field = fields.get(column);
    if (field === 'transactionCode') return { ...cell, text: withoutLetter(cell.text) };
    if (field === undefined || !AMOUNT_FIELDS.has(field)) return cell;
    const text = cell.text.replace(/^(\W*)(?=\.\d\d\D*$)/, '$10').replace(/(\d[)-]?)\s*([CD])$/i, '$1 $2R');
    return { ...cell, text: isDash(text) ? '' : text };
  };
  return { ...table, rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(plain) })) };
}

/** Rules ignore entries without a date. */
function checkDated({ columns }: CsvMapping): ReviewReason[] {
  if (columns.some(({ field }) => CSV_DATE_FIELDS.some((date) => date === field))) return [];
  const reason = 'no date of the entry was found, neither in its row nor in a heading or title';
  return [{ column: null, reason }];
}

function recordOf(cells: readonly string[], index = 0): CsvRecord {
  return { cells, bytes: '', line: index + 1, problem: null };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

export type DocumentRead =
  | { tables: ReadTable[]; unread: UnreadLine[]; needsColumns?: ColumnsNeeded }
  | { failure: string };

export const NO_TEXT =
  'No text could be read from the document. Check that it is not blank. If it is a scan, scan it again.';
const NO_TABLE =
  'No transactions were found: the document has no table of entries with an account, a name, a company and an amount, and no list of labeled values. Check that it is the right document.';

const ONE_ACCOUNT =
  'No transactions were found: this looks like a statement for one account, and its rows do not name the account. Upload a list in which every row names the account, the member, the company and the amount.';

/** @param layouts saved ones, which decide how tables with their fingerprint are cut into columns */
export function findTables(
  pages: readonly WordPage[],
  { layouts = [] }: { layouts?: readonly DocumentLayout[] } = {},
): FoundTables {
  const found = readLabeledRecords(pages) ?? readContentTables(pages, { layouts });
  const incomplete = new Set(pages.filter(({ hasUnreadPrint }) => hasUnreadPrint).map(({ page }) => page));
  const checked = (row: TableRow): TableRow => {
    if (!incomplete.has(row.page)) return row;
    const reason = `Part of page ${row.page} could not be read as text, so a row or part of a row may be missing. Compare the rows with the page before you accept them.`;
    return { ...row, unclear: [...(row.unclear ?? []), { column: null, reason }] };
  };
  return {
    ...found,
    tables: found.tables.map((table) => ({ ...table, rows: table.rows.map(checked) })),
    isAccountStatement: isAccountStatement(pages),
  };
}

export interface ColumnsNeeded {
  page: number;
  /** The best guess. */
  layout: DocumentLayout;
  questions: readonly ColumnQuestion[];
}

export interface ReadTable extends DocumentTable {
  layout: DocumentLayout;
}

/** With `needsColumns`, the tables hold the rows as they would be read; none may be imported before the answer. */
export function readDocument(
  { tables: found, unread, controls = [], isAccountStatement: isStatement = false }: FoundTables,
  { latestDay, layouts = [] }: { latestDay: Day; layouts?: readonly DocumentLayout[] },
): DocumentRead {
  const read = found.map((table) => readContentTable(table, { latestDay, layouts, controls }));
  const entries = read.filter(({ looksLikeEntries }) => looksLikeEntries);
  if (entries.length === 0) return { failure: isStatement ? ONE_ACCOUNT : NO_TABLE };
  // Rows of another table are reported, not dropped.
  const otherRows = read.filter(({ looksLikeEntries }) => !looksLikeEntries).flatMap(({ table }) => table.rows);
  const lost = [
    ...unread,
    ...otherRows.map(({ page, box, cells }) => ({ page, text: textOfRow(cells), ...(box && { box }) })),
  ];
  const rows = entries.flatMap(({ table, read: of }) => table.rows.map((row, index) => ({ ...row, read: of[index] })));
  const ofRows = checkPrintedTotals(rows, { controls, unread: lost }).values();
  const tables = entries.map(({ table, questions }): ReadTable => {
    const open = questions.map(({ column, sentence }): ReviewReason => ({ column, reason: sentence }));
    return {
      ...table,
      rows: table.rows.map((row) => ({
        ...row,
        doubts: [...row.doubts, ...open, ...(ofRows.next().value ?? [])],
      })),
    };
  });
  const open = entries.find(({ questions }) => questions.length > 0);
  if (open === undefined) return { tables, unread: lost };
  const { questions, table } = open;
  return { tables, unread: lost, needsColumns: { page: table.rows[0]?.page ?? 1, layout: table.layout, questions } };
}
