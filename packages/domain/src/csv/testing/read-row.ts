import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import { CsvFileReader } from '../csv-file-reader.ts';
import { guessOf } from './guess-of.ts';

const CONTEXT = { latestDay: '2027-12-31' };
/** The usual columns. */
export const HEADER = 'Account,Name,Company,Type,Amount,Date,Description';

/** All rows of a table, by the mapping that is guessed for it or by another. */
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
  const row = header
    .split(',')
    .map((name) => `"${(cells[name] ?? usual[name] ?? '').replaceAll('"', '""')}"`);
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
