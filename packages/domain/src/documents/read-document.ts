import { CSV_DATE_FIELDS, CSV_FIELDS, type CsvField } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { Day } from '../calendar/day.ts';
import { fieldOfHeader } from '../csv/csv-column-meanings.ts';
import type { CsvRecord } from '../csv/csv-reader.ts';
import { CsvRowReader } from '../csv/csv-row-reader.ts';
import { columnNames } from '../csv/find-csv-table.ts';
import { guessMapping, mappingProblems } from '../csv/guess-csv-mapping.ts';
import { headingMeanings } from '../csv/heading-words.ts';
import type { ReadRow } from '../ledger/read-transaction-row.ts';
import { checkPrintedTotals } from './check-printed-totals.ts';
import {
  checkColumnForms,
  checkColumnMeanings,
  checkDateOrder,
  checkRow,
  checkUnusedColumns,
  emptyCells,
  groupedColumns,
} from './check-table-rows.ts';
import { checkPrintedSums, resolveAmountsBySums } from './check-table-totals.ts';
import { ColumnContents } from './column-contents.ts';
import { fingerprintOf, readContentTables } from './content-tables.ts';
import type { DocumentLayout } from './document-layout.ts';
import { linesOf, textOf, type WordPage } from './document-words.ts';
import {
  type DocumentRow,
  type DocumentTable,
  type ExtractedTable,
  type ReviewReason,
  type TableRow,
  textOfRow,
} from './extracted-table.ts';
import { type ColumnQuestion, judgeColumns } from './judge-columns.ts';
import { readKeyValueTable } from './key-value-tables.ts';
import { readLabeledRecords } from './labeled-records.ts';
import type { PrintedTotals } from './printed-totals.ts';
import { type PositionedTables, readPositionedTables, type UnreadLine } from './read-document-tables.ts';

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

/** The position identifies the header, and American institutions write the month first. */
const ASSUMED_ANSWERS: ReadonlySet<string> = new Set(['hasHeader', 'dateOrder']);

/** A table found by its contents, with its columns judged by cells and headings. */
export function readContentTable(
  found: ExtractedTable,
  {
    latestDay,
    layouts = [],
    controls = [],
  }: { latestDay: Day; layouts?: readonly DocumentLayout[]; controls?: readonly PrintedTotals[] },
) {
  const table = resolveAmountsBySums(found);
  const header = table.header.map(oneLine);
  const judged = judgeColumns(
    header,
    table.rows.map(({ cells }) => cells.map(({ text }) => text)),
    { controls },
  );
  const fingerprint = fingerprintOf(found);
  const saved = layouts.find((layout) => layout.fingerprint === fingerprint);
  const isSaved = saved?.mapping.columnCount === judged.mapping.columnCount;
  const mapping = isSaved ? saved.mapping : judged.mapping;
  const questions = isSaved
    ? mappingProblems(mapping).map((sentence): ColumnQuestion => ({ column: null, sentence }))
    : judged.questions;
  const reader = new CsvRowReader(mapping, columnNames(header, header.length), { latestDay });
  const read = table.rows.map(({ cells }) => reader.read(recordOf(cells.map(({ text }) => text))));
  const grouped = groupedColumns({ rows: table.rows, mapping });
  const checked = { header, rows: table.rows, mapping, latestDay, grouped };
  const everywhere = [...checkDateOrder(checked), ...checkColumnMeanings(checked)];
  const totals = checkPrintedSums(table, { mapping, read });
  const ofColumns = checkColumnForms(checked);
  const empty = emptyCells(checked);
  const rows = table.rows.map(({ cells, page, box, unclear = [] }, index): DocumentRow => {
    const row = read[index];
    const ofRow = row === undefined ? [] : checkRow(cells, { row, ...checked });
    const ofTable = [...(ofColumns[index] ?? []), ...(empty[index] ?? []), ...everywhere, ...(totals[index] ?? [])];
    const doubts = [...ofRow, ...unclear, ...ofTable];
    return { cells, page, box, doubts };
  });
  const layout: DocumentLayout = {
    fingerprint,
    headings: header,
    cuts: found.layout?.cuts ?? [],
    mapping,
    lines: saved?.lines ?? [],
  };
  const { looksLikeEntries } = judged;
  return {
    table: { header, mapping, rows },
    read,
    layout,
    questions,
    looksLikeEntries: isSaved || looksLikeEntries,
  };
}

/** `missing`: columns that the rows lack, one sentence each. */
export function readDocumentTable(table: ExtractedTable, { latestDay }: { latestDay: Day }) {
  const found = resolveAmountsBySums(table);
  const header = found.header.map(oneLine);
  const records = [header, ...found.rows.map(({ cells }) => cells.map(({ text }) => text))].map(recordOf);
  const guess = guessMapping({ delimiter: ',', width: header.length, records }, { latestDay });
  // The position on the page identifies the header, regardless of the values.
  const mapping: CsvMapping = Object.assign({}, guess.mapping, {
    skippedRows: 0,
    hasHeader: true,
    columnCount: header.length,
    dateOrder: 'month_first',
  } satisfies Partial<CsvMapping>);
  const reader = new CsvRowReader(mapping, columnNames(header, header.length), { latestDay });
  const read = found.rows.map(({ cells }) => reader.read(recordOf(cells.map(({ text }) => text))));
  const checked = { header, rows: found.rows, mapping, latestDay };
  // OCR may miss a column, and rules ignore rows without a date.
  const isPicture = found.rows.some(({ cells }) => cells.some(({ confidence }) => confidence < 1));
  const everywhere: ReviewReason[] = [
    ...guess.questions
      .filter(({ about }) => !ASSUMED_ANSWERS.has(about) && (about !== 'postingDate' || isPicture))
      .map(({ about, sentence }) => ({ column: columnOf(mapping, about), reason: sentence })),
    ...checkDateOrder(checked),
    ...checkUnusedColumns(checked),
    ...checkColumnMeanings(checked),
  ];
  const totals = checkPrintedSums(found, { mapping, read });
  const ofColumns = checkColumnForms(checked);
  const rows = found.rows.map(({ cells, page, box, unclear = [] }, index): DocumentRow => {
    const row = read[index];
    const ofRow = row === undefined ? [] : checkRow(cells, { row, ...checked });
    const doubts = [...ofRow, ...(ofColumns[index] ?? []), ...unclear, ...everywhere, ...(totals[index] ?? [])];
    return { cells, page, box, doubts };
  });
  const others = rows.filter(({ doubts }) => doubts.length > everywhere.length);
  /** Whether rows wait only because of what their columns may be. */
  const isClearlyPrinted = others.length < rows.length / 2;
  return { table: { header, mapping, rows }, read, missing: mappingProblems(mapping), isClearlyPrinted };
}

function columnOf({ columns }: CsvMapping, about: string): number | null {
  const field = about === 'direction' ? 'amount' : about;
  return columns.find((column) => column.field === field)?.column ?? null;
}

function recordOf(cells: readonly string[], index = 0): CsvRecord {
  return { cells, bytes: '', line: index + 1, problem: null };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

export type DocumentRead =
  | { tables: DocumentTable[]; unread: UnreadLine[]; needsColumns?: ColumnsNeeded }
  | { failure: string };

export const NO_TEXT =
  'No text could be read from the document. Check that it is not blank. If it is a scan, scan it again.';
const NO_TABLE =
  'No transactions were found: the document has no table of entries with an account, a name, a company and an amount, and no list of labeled values. Check that it is the right document.';

const ONE_ACCOUNT =
  'No transactions were found: this looks like a statement for one account, and its rows do not name the account. Upload a list in which every row names the account, the member, the company and the amount.';

/** For judging which way of reading found more; dates are checked later. */
const ANY_DAY = '9999-12-31';

/** Two readings of the same pictures, both read by headings or both by contents. */
export function findTablesInReadings(
  first: readonly WordPage[],
  second: readonly WordPage[],
  { layouts = [] }: { layouts?: readonly DocumentLayout[] } = {},
): [PositionedTables, PositionedTables] {
  const [one, other] = [first, second].map((pages) => findTables(pages, { layouts }));
  const isByContents = (read: PositionedTables | undefined): boolean =>
    read?.tables.some(({ layout }) => layout !== undefined) === true;
  const again = (pages: readonly WordPage[], read: PositionedTables | undefined): PositionedTables =>
    isByContents(read) ? (read as PositionedTables) : readByContents(pages, layouts);
  if (isByContents(one) === isByContents(other)) return [one as PositionedTables, other as PositionedTables];
  return [again(first, one), again(second, other)];
}

const readByContents = (pages: readonly WordPage[], layouts: readonly DocumentLayout[]): PositionedTables =>
  readLabeledRecords(pages) ?? readContentTables(pages, { layouts });

/** @param layouts saved ones, which decide how tables with their fingerprint are cut into columns */
export function findTables(
  pages: readonly WordPage[],
  { layouts = [] }: { layouts?: readonly DocumentLayout[] } = {},
): PositionedTables {
  const found = findTablesOnPages(pages, layouts);
  const incomplete = new Set(pages.filter(({ hasUnreadPrint }) => hasUnreadPrint).map(({ page }) => page));
  const checked = (row: TableRow): TableRow => {
    if (!incomplete.has(row.page)) return row;
    const reason = `Part of page ${row.page} could not be read as text, so a row or part of a row may be missing. Compare the rows with the page before you accept them.`;
    return { ...row, unclear: [...(row.unclear ?? []), { column: null, reason }] };
  };
  return { ...found, tables: found.tables.map((table) => ({ ...table, rows: table.rows.map(checked) })) };
}

function findTablesOnPages(pages: readonly WordPage[], layouts: readonly DocumentLayout[]): PositionedTables {
  const headed = readPositionedTables(pages);
  const named = headed.tables.length === 0 ? readKeyValueTable(pages) : null;
  const known = named === null ? headed : { ...headed, tables: [named] };
  const byHeadings = known.tables.map((table) => readDocumentTable(table, { latestDay: ANY_DAY }));
  const usable = byHeadings.filter(({ missing }) => missing.length === 0);
  const has = (table: DocumentTable, fields: readonly CsvField[]): boolean =>
    table.mapping.columns.some(({ field }) => fields.includes(field));
  const isNamed = usable.every(({ table }) => has(table, ['company']) && has(table, CSV_DATE_FIELDS));
  const isSettled =
    usable.length > 0 && usable.length === byHeadings.length && usable.some(({ table }) => isUseful(table));
  if (
    (isSettled && isNamed) ||
    usable.some(({ table, isClearlyPrinted }) => isClearlyPrinted && hasUnknownColumn(table, isFieldName))
  )
    return known;
  const content = readByContents(pages, layouts);
  const judged = content.tables
    .map((table) => readContentTable(table, { latestDay: ANY_DAY, layouts, controls: content.controls ?? [] }))
    .filter(({ looksLikeEntries }) => looksLikeEntries);
  const certain = judged.filter(({ questions }) => questions.length === 0);
  if (usable.length > 0 && certain.some(({ table }) => hasUnknownColumn(table, headingSays))) return known;
  const rowsOf = (read: readonly { table: DocumentTable }[]): number =>
    read.reduce((sum, { table }) => sum + table.rows.length, 0);
  const isBetter = usable.some(({ table }) => isUseful(table))
    ? rowsOf(certain) > rowsOf(usable)
    : certain.length > 0 || rowsOf(judged) > rowsOf(usable);
  // Group headings may name the company that the columns do not.
  const isGrouped = judged.some(({ table, layout }) => table.header.length > layout.cuts.length + 1);
  if (isBetter || (!isNamed && (certain.length > 0 || isGrouped))) return content;
  return { ...known, isAccountStatement: known.tables.length === 0 && isAccountStatement(pages) };
}

const isUseful = ({ rows }: DocumentTable): boolean => rows.some(({ doubts }) => doubts.length === 0);

const IDENTIFYING: ReadonlySet<string> = new Set(['code', 'number', 'trace']);
const CLEARLY_UNNEEDED = 0.9;

/**
 * A column of codes, numbers or directions without a known heading, beside columns that are all known. It may change
 * what the others mean, so all rows wait for a person to look at it.
 */
function hasUnknownColumn({ header, mapping, rows }: DocumentTable, isKnown: (name: string) => boolean): boolean {
  const used = new Set(mapping.columns.map(({ column }) => column));
  return header.some((name, column) => {
    if (used.has(column) && isKnown(name)) return false;
    const { kind } = new ColumnContents(rows.map(({ cells }) => cells[column]?.text ?? ''));
    const isUnneeded = [...headingMeanings(name)].some(
      ([meaning, score]) => score >= CLEARLY_UNNEEDED && !Object.hasOwn(CSV_FIELDS, meaning),
    );
    return !isUnneeded && (IDENTIFYING.has(kind) || (kind === 'direction' && name !== ''));
  });
}

const isFieldName = (name: string): boolean => fieldOfHeader(name) !== null;
const headingSays = (name: string): boolean => headingMeanings(name).size > 0;

export interface ColumnsNeeded {
  page: number;
  /** The best guess. */
  layout: DocumentLayout;
  questions: readonly ColumnQuestion[];
  /** The rows as they would be read; none of them may be imported before the questions are answered. */
  tables: DocumentTable[];
}

interface ReadTable {
  table: DocumentTable;
  read: readonly (ReadRow | undefined)[];
  missing: readonly string[];
  questions: readonly ColumnQuestion[];
  layout: DocumentLayout | null;
}

export function readDocument(
  { tables: found, unread, controls = [], isAccountStatement: isStatement = false }: PositionedTables,
  { latestDay, layouts = [] }: { latestDay: Day; layouts?: readonly DocumentLayout[] },
): DocumentRead {
  if (found.length === 0) return { failure: isStatement ? ONE_ACCOUNT : NO_TABLE };
  const read = found.map((table): ReadTable => {
    if (table.layout === undefined) return { ...readDocumentTable(table, { latestDay }), questions: [], layout: null };
    const { looksLikeEntries, ...content } = readContentTable(table, { latestDay, layouts, controls });
    return looksLikeEntries
      ? { ...content, missing: [] }
      : { ...content, questions: [], missing: content.questions.map(({ sentence }) => sentence) };
  });
  const usable = read.filter(({ missing }) => missing.length === 0);
  const [first] = read;
  if (usable.length === 0 && first !== undefined)
    // The mapping screen says "choose", which is not possible here.
    return {
      failure: `The table cannot be read as transactions. ${first.missing.map((sentence) => sentence.replace(/^Choose/, 'It needs')).join(' ')}`,
    };
  // Rows of an unreadable table are reported, not dropped.
  const otherRows = read.filter(({ missing }) => missing.length > 0).flatMap(({ table }) => table.rows);
  const lost = [
    ...unread,
    ...otherRows.map(({ page, box, cells }) => ({ page, text: textOfRow(cells), ...(box && { box }) })),
  ];
  const rows = usable.flatMap(({ table, read: of }) => table.rows.map((row, index) => ({ ...row, read: of[index] })));
  const ofRows = checkPrintedTotals(rows, { controls, unread: lost }).values();
  const tables = usable.map(({ table, questions }) => {
    const open = questions.map(({ column, sentence }): ReviewReason => ({ column, reason: sentence }));
    return {
      ...table,
      rows: table.rows.map((row) => ({
        ...row,
        doubts: [...row.doubts, ...open, ...(ofRows.next().value ?? [])],
      })),
    };
  });
  const open = usable.find(({ questions }) => questions.length > 0);
  if (open?.layout == null) return { tables, unread: lost };
  const { questions, layout, table } = open;
  const needsColumns = { page: table.rows[0]?.page ?? 1, layout, questions, tables };
  return { tables, unread: lost, needsColumns };
}
