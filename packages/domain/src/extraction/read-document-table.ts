import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import type { Day } from '../calendar/day.ts';
import { guessMapping } from '../csv/guess/guess-mapping.ts';
import { columnNames } from '../csv/mapping/column-names.ts';
import { CsvRowReader } from '../csv/mapping/csv-row-reader.ts';
import { whatIsMissing } from '../csv/mapping/what-is-missing.ts';
import type { CsvRecord } from '../csv/records/csv-record.ts';
import type { ReadRow } from '../import/read-transaction-row.ts';
import type { DocumentRow, DocumentTable, Doubt } from './document-row.ts';
import { doubtOfTotals } from './doubts/doubt-of-totals.ts';
import { doubtsOfColumns } from './doubts/doubts-of-columns.ts';
import { doubtsOfDates } from './doubts/doubts-of-dates.ts';
import { doubtsOfMeanings, doubtsOfUnusedColumns } from './doubts/doubts-of-headings.ts';
import { doubtsOfRow } from './doubts/doubts-of-row.ts';
import { settledBySums } from './doubts/settle-by-sums.ts';
import type { ExtractedTable } from './layout/extracted-table.ts';

export interface TableRead {
  table: DocumentTable;
  /** Each row as the ledger would have it, or what is wrong with it. */
  read: readonly ReadRow[];
  /** What is missing before any of its rows can be a transaction, one sentence each; empty when nothing is. */
  missing: string[];
}

/** A header is one by its place; papers of American institutions write the month first, whatever one misread date says. */
const SETTLED: ReadonlySet<string> = new Set(['hasHeader', 'dateOrder']);

/** Reads a table as transactions by what its header and its values say, and doubts whatever is not certain. */
export function readDocumentTable(table: ExtractedTable, { latestDay }: { latestDay: Day }): TableRead {
  const found = settledBySums(table);
  const header = found.header.map(oneLine);
  const records = [header, ...found.rows.map(({ cells }) => cells.map(({ text }) => text))].map(recordOf);
  const guess = guessMapping({ delimiter: ',', width: header.length, records }, { latestDay });
  // The header was found by its place on the page: whatever its values look like, it is one.
  const mapping: CsvMapping = Object.assign({}, guess.mapping, {
    skippedRows: 0,
    hasHeader: true,
    columnCount: header.length,
    dateOrder: 'month_first',
  } satisfies Partial<CsvMapping>);
  const reader = new CsvRowReader(mapping, columnNames(header, header.length), { latestDay });
  const read = found.rows.map(({ cells }) => reader.read(recordOf(cells.map(({ text }) => text))));
  // Print has all of its columns; of a picture one may not have been seen, and a row without a day is seen by no rule.
  const isPicture = found.rows.some(({ cells }) => cells.some(({ confidence }) => confidence < 1));
  const everywhere: Doubt[] = [
    ...guess.questions
      .filter(({ about }) => !SETTLED.has(about) && (about !== 'postingDate' || isPicture))
      .map(({ about, sentence }) => ({ column: columnOf(mapping, about), reason: sentence })),
    ...doubtsOfDates(found.rows, mapping),
    ...doubtsOfUnusedColumns(header, found.rows, { mapping, latestDay }),
    ...doubtsOfMeanings(header, found.rows, { mapping, latestDay }),
  ];
  const totals = doubtOfTotals(found, { mapping, read });
  const ofColumns = doubtsOfColumns(found.rows, mapping);
  const rows = found.rows.map(({ cells, page, box, unclear = [] }, index): DocumentRow => {
    const row = read[index];
    const doubts = [
      ...(row === undefined ? [] : doubtsOfRow(cells, { row, mapping, header })),
      ...(ofColumns[index] ?? []),
      ...unclear,
      ...everywhere,
      ...(totals[index] ?? []),
    ];
    return { cells, page, box, doubts };
  });
  return { table: { header, mapping, rows }, read, missing: whatIsMissing(mapping) };
}

function columnOf({ columns }: CsvMapping, about: string): number | null {
  const field = about === 'direction' ? 'amount' : about;
  return columns.find((column) => column.field === field)?.column ?? null;
}

function recordOf(cells: readonly string[], index = 0): CsvRecord {
  return { cells, bytes: '', line: index + 1, problem: null };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
