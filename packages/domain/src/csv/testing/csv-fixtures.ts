import type { CsvDelimiter } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { CsvFileReader } from '../csv-file-reader.ts';
import { CsvReader, type CsvRecord } from '../csv-reader.ts';
import { findCsvTable } from '../find-csv-table.ts';
import { type CsvGuess, guessMapping, mappingProblems } from '../guess-csv-mapping.ts';

/** The guess for a file, with its columns as `field: column` and the fields of its questions. */
export function guessOf(file: string | Buffer): CsvGuess & {
  fields: Record<string, number>;
  questionFields: string[];
  missing: string[];
} {
  const table = findCsvTable(Buffer.from(file), { isWhole: true });
  if (table === null) throw new Error('the test file is no table');
  const guess = guessMapping(table, { latestDay: '2027-12-31' });
  return {
    ...guess,
    fields: Object.fromEntries(guess.mapping.columns.map(({ column, field }) => [field, column])),
    questionFields: guess.questions.map(({ about }) => about),
    missing: mappingProblems(guess.mapping),
  };
}

/** All rows of a file read in chunks of `pieceBytes`. */
export function readCsv(
  file: Buffer | string,
  options: { delimiter?: CsvDelimiter; columns?: number; pieceBytes?: number } = {},
): CsvRecord[] {
  const { delimiter = ',', columns, pieceBytes = 64 * 1024 } = options;
  const bytes = Buffer.from(file);
  const reader = new CsvReader({ delimiter, columns });
  const records: CsvRecord[] = [];
  for (let from = 0; from < bytes.length; from += pieceBytes)
    records.push(...reader.push(bytes.subarray(from, from + pieceBytes)));
  return [...records, ...reader.end()];
}

const CONTEXT = { latestDay: '2027-12-31' };
/** The usual columns. */
export const HEADER = 'Account,Name,Company,Type,Amount,Date,Description';

/** All rows of a table, read with the guessed mapping or another one. */
export function readFile(file: string, mapping: CsvMapping = guessOf(file).mapping) {
  const reader = new CsvFileReader(mapping, CONTEXT);
  return [...reader.push(Buffer.from(file)), ...reader.end()];
}

/** The one row of a table with the usual columns. */
export function readRow(cells: Record<string, string>, header = HEADER, settings: Partial<CsvMapping> = {}) {
  const usual: Record<string, string> = {
    Account: '100000017',
    Name: 'SAMPLE, PAULA J',
    Company: 'ACME',
    Type: 'Credit',
    Amount: '1250.00',
    Date: '2026-03-16',
    Description: 'PAYROLL',
    Class: 'PPD',
  };
  const row = header.split(',').map((name) => `"${(cells[name] ?? usual[name] ?? '').replaceAll('"', '""')}"`);
  const good = header.split(',').map((name) => `"${usual[name] ?? ''}"`);
  const { mapping } = guessOf([header, good.join(','), good.join(',')].join('\n'));
  const [only] = readFile([header, row.join(',')].join('\n'), Object.assign(mapping, settings));
  if (only === undefined) throw new Error('the table has no row');
  return only.read;
}
export const rowOf = (...args: Parameters<typeof readRow>) => {
  const read = readRow(...args);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.row;
};
export const problemsOf = (...args: Parameters<typeof readRow>) => {
  const read = readRow(...args);
  return 'problems' in read ? read.problems : [];
};

/** Rows as a correct writer renders them (RFC 4180), with quotes where needed. */
export function renderCsv(
  rows: readonly (readonly string[])[],
  { delimiter, lineEnd }: { delimiter: CsvDelimiter; lineEnd: string },
): string {
  return rows.map((cells) => cells.map(quoted).join(delimiter) + lineEnd).join('');
}

function quoted(cell: string): string {
  return /[",;\t|\r\n]|^ +/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
