import type { CsvMapping, CsvQuestion } from '@clearwatch/contracts/csv-mapping.dto';
import {
  type CsvTable,
  findCsvTable,
  headerFingerprint,
  readCsvTable,
} from '@clearwatch/domain/csv/find-csv-table';
import {
  applyMappingToFile,
  type CsvGuess,
  guessMapping,
  mappingConflicts,
} from '@clearwatch/domain/csv/guess-csv-mapping';
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
  tableBy(mapping: CsvMapping): CsvTable;
  /** How many columns the table has as a mapping parts it; at least two. */
  columnCountBy(mapping: CsvMapping): number;
}

/** @returns null when it is no table */
export function layoutOf({ head, isWhole }: CsvHead): CsvLayout | null {
  const table = findCsvTable(head, { isWhole });
  if (table === null) return null;
  const guess = guessMapping(table, { latestDay: latestDay() });
  const tableBy = ({ delimiter }: CsvMapping): CsvTable =>
    delimiter === table.delimiter ? table : readCsvTable(head, { delimiter, isWhole });
  return {
    guess,
    fingerprint: headerFingerprint(table, guess.mapping),
    apply: (remembered) => applyMappingToFile(remembered, guess.mapping),
    doubtsAbout: (mapping) => mappingConflicts(mapping, tableBy(mapping)),
    tableBy,
    columnCountBy: (mapping) =>
      mapping.delimiter === table.delimiter ? mapping.columnCount : Math.max(2, tableBy(mapping).width),
  };
}
