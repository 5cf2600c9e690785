import type { CsvMapping, CsvQuestion } from '@clearwatch/contracts/http/csv-mapping';
import { doubtsAbout } from '@clearwatch/domain/csv/guess/doubts';
import { findTable, type Table, tableOf } from '@clearwatch/domain/csv/guess/find-table';
import { type CsvGuess, guessMapping } from '@clearwatch/domain/csv/guess/guess-mapping';
import { headerFingerprint } from '@clearwatch/domain/csv/header-fingerprint';
import { onThisFile } from '@clearwatch/domain/csv/mapping/on-this-file';
import { latestDay } from '../imports/latest-day.ts';
import type { CsvHead } from './csv-head.ts';

/** How a CSV file is laid out, by its first bytes. */
export interface CsvLayout {
  guess: CsvGuess;
  /** Of its header; null without one. */
  fingerprint: string | null;
  /** A mapping of another file with the same header, for this one. */
  apply(remembered: CsvMapping): CsvMapping;
  /** What speaks against a mapping of earlier files. */
  doubtsAbout(mapping: CsvMapping): CsvQuestion[];
  /** The first rows as a mapping parts them. */
  tableBy(mapping: CsvMapping): Table;
  /** How many columns the table has as a mapping parts it; at least two. */
  columnCountBy(mapping: CsvMapping): number;
}

/** @returns null when it is no table */
export function layoutOf({ head, isWhole }: CsvHead): CsvLayout | null {
  const table = findTable(head, { isWhole });
  if (table === null) return null;
  const guess = guessMapping(table, { latestDay: latestDay() });
  const tableBy = ({ delimiter }: CsvMapping): Table =>
    delimiter === table.delimiter ? table : tableOf(head, { delimiter, isWhole });
  return {
    guess,
    fingerprint: headerFingerprint(table, guess.mapping),
    apply: (remembered) => onThisFile(remembered, guess.mapping),
    doubtsAbout: (mapping) => doubtsAbout(mapping, tableBy(mapping)),
    tableBy,
    columnCountBy: (mapping) =>
      mapping.delimiter === table.delimiter ? mapping.columnCount : Math.max(2, tableBy(mapping).width),
  };
}
