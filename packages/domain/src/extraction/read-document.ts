import type { Day } from '../calendar/day.ts';
import type { DocumentTable } from './document-row.ts';
import { doubtsOfControls } from './doubts/doubts-of-controls.ts';
import { isAccountStatement } from './layout/account-statement.ts';
import type { ExtractedTable } from './layout/extracted-table.ts';
import { keyValueTable } from './layout/key-values.ts';
import { type ReadTables, readTables, type UnreadLine } from './layout/read-tables.ts';
import type { WordPage } from './layout/word.ts';
import { readDocumentTable } from './read-document-table.ts';

/** What a document holds, or why nothing of it can be used, in a sentence that says what to do. */
export type DocumentRead = { tables: DocumentTable[]; unread: UnreadLine[] } | { failure: string };

/** For whoever finds no words at all. */
export const NO_TEXT =
  'The document holds no text that could be read. Check that it is not blank, and scan it again if it is a picture.';
const NO_TABLE =
  'No transactions were found: the document has no table with a header that names account, name, company and amount, and no list of named values. Check that it is the right document.';

const ONE_ACCOUNT =
  'No transactions were found: this looks like a statement of one account, whose rows do not say whose they are. Upload a list in which every row names the account, the member, the company and the amount.';

/** The tables that stand in positioned words, of whatever form. */
export function findTables(pages: readonly WordPage[]): ReadTables {
  const read = readTables(pages);
  const named = read.tables.length === 0 ? keyValueTable(pages) : null;
  if (read.tables.length === 0 && named === null)
    return { ...read, isAccountStatement: isAccountStatement(pages) };
  const incomplete = new Set(pages.filter(({ hasUnreadPrint }) => hasUnreadPrint).map(({ page }) => page));
  const tables = named === null ? read.tables : [named];
  return { ...read, tables: tables.map((table) => withUnreadPrint(table, incomplete)) };
}

/** Where print is left over, a row or a part of one may be missing. */
function withUnreadPrint(table: ExtractedTable, pages: ReadonlySet<number>): ExtractedTable {
  if (pages.size === 0) return table;
  const reasonOf = (page: number): string =>
    `Page ${page} shows print that could not be read as text, so that a row or a part of one may be missing. Compare the rows with the page before you accept them.`;
  return {
    ...table,
    rows: table.rows.map((row) =>
      pages.has(row.page)
        ? { ...row, unclear: [...(row.unclear ?? []), { column: null, reason: reasonOf(row.page) }] }
        : row,
    ),
  };
}

/** The transactions of a document's tables. */
export function readDocument(
  { tables: found, unread, controls = [], isAccountStatement: isStatement = false }: ReadTables,
  { latestDay }: { latestDay: Day },
): DocumentRead {
  if (found.length === 0) return { failure: isStatement ? ONE_ACCOUNT : NO_TABLE };
  const read = found.map((table) => readDocumentTable(table, { latestDay }));
  const usable = read.filter(({ missing }) => missing.length === 0);
  const [first] = read;
  if (usable.length === 0 && first !== undefined)
    return {
      failure: `The table cannot be read as transactions. ${first.missing.map(missingColumn).join(' ')}`,
    };
  const lost: UnreadLine[] = [
    ...unread,
    // A second table of another kind: what stands in it must not vanish.
    ...read
      .filter(({ missing }) => missing.length > 0)
      .flatMap(({ table }) =>
        table.rows.map(({ page, box, cells }) => ({
          page,
          text: cells.map(({ text }) => text).join(' '),
          ...(box !== null && { box }),
        })),
      ),
  ];
  const rows = usable.flatMap(({ table, read: of }) =>
    table.rows.map((row, index) => ({ ...row, read: of[index] })),
  );
  const doubts = doubtsOfControls(rows, { controls, unread: lost });
  let at = 0;
  return {
    tables: usable.map(({ table }) => ({
      ...table,
      rows: table.rows.map((row) => ({ ...row, doubts: [...row.doubts, ...(doubts[at++] ?? [])] })),
    })),
    unread: lost,
  };
}

/** The mapping screen says "choose"; here nobody can. */
const missingColumn = (sentence: string): string => sentence.replace(/^Choose/, 'It needs');
