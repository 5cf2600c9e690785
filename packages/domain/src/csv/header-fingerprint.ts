import { hash } from 'node:crypto';
import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import type { Table } from './guess/find-table.ts';

/**
 * What files with the same columns have in common: the header, whatever its case and blanks. Titles above it change from day
 * to day, and a spreadsheet that saves the file may part it by another delimiter.
 *
 * @returns SHA-256 in hex, null without a header: tables that share only their width can mean anything
 */
export function headerFingerprint(
  { records }: Pick<Table, 'records'>,
  { hasHeader, skippedRows }: Pick<CsvMapping, 'hasHeader' | 'skippedRows'>,
): string | null {
  const header = records[skippedRows];
  if (!hasHeader || header === undefined) return null;
  const names = header.cells.map((cell) => cell.replaceAll(/\s+/gu, ' ').trim().toLowerCase());
  while (names.at(-1) === '') names.pop();
  return hash('sha256', JSON.stringify(names), 'hex');
}
