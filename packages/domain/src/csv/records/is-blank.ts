import type { CsvRecord } from './csv-record.ts';

/** Spreadsheets write rows of delimiters alone below a table. A row with a problem is never blank. */
export function isBlank({ cells, problem }: CsvRecord): boolean {
  return problem === null && cells.every((cell) => cell.trim() === '');
}
