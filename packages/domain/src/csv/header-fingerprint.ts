import { hash } from 'node:crypto';
import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import type { Table } from './guess/find-table.ts';

/**
 * What files with the same columns have in common: delimiter and header, whatever its case and blanks. Titles above it may
 * change from day to day.
 *
 * @returns SHA-256 in hex, null without a header: tables that share only their width can mean anything
 */
export function headerFingerprint(
  { records }: Pick<Table, 'records'>,
  { hasHeader, skippedRows, delimiter }: Pick<CsvMapping, 'hasHeader' | 'skippedRows' | 'delimiter'>,
): string | null {
  const header = records[skippedRows];
  if (!hasHeader || header === undefined) return null;
  const names = header.cells.map((cell) => cell.replaceAll(/\s+/gu, ' ').trim().toLowerCase());
  while (names.at(-1) === '') names.pop();
  return hash('sha256', JSON.stringify([delimiter, ...names]), 'hex');
}
