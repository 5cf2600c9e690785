import type { CsvMapping, CsvQuestion } from '@clearwatch/contracts/csv-mapping.dto';
import { type CsvTable, findCsvTable, headerFingerprint, readCsvTable } from '@clearwatch/domain/csv/find-csv-table';
import {
  applyMappingToFile,
  type CsvGuess,
  guessMapping,
  mappingConflicts,
} from '@clearwatch/domain/csv/guess-csv-mapping';
import { latestAllowedDay } from '../import-file/import-copy-text.ts';
import { newReadingProgress, openStoredFile } from '../import-file/open-stored-file.ts';
import type { SavedMapping } from './csv-mappings.repository.ts';

/** A few thousand rows: enough to tell month from day. */
const HEAD_BYTES = 256 * 1024;

interface CsvHead {
  head: Buffer;
  isWhole: boolean;
}

export async function readCsvHead(path: string, { maxBytes }: { maxBytes: number }): Promise<CsvHead> {
  const content = await openStoredFile(path, { progress: newReadingProgress(), maxBytes });
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of content.chunks) {
      pieces.push(piece);
      length += piece.length;
      if (length > HEAD_BYTES) return { head: Buffer.concat(pieces).subarray(0, HEAD_BYTES), isWhole: false };
    }
    return { head: Buffer.concat(pieces), isWhole: true };
  } finally {
    content.close();
  }
}

export class CsvLayout {
  readonly guess: CsvGuess;
  /** Null if the table has no header. */
  readonly fingerprint: string | null;

  private constructor(
    private readonly file: CsvHead,
    private readonly table: CsvTable,
  ) {
    this.guess = guessMapping(table, { latestDay: latestAllowedDay() });
    this.fingerprint = headerFingerprint(table, this.guess.mapping);
  }

  static detect(file: CsvHead): CsvLayout | null {
    const table = findCsvTable(file.head, file);
    return table === null ? null : new CsvLayout(file, table);
  }

  /** A mapping from another file with the same header, adapted to this file. */
  apply(remembered: CsvMapping): CsvMapping {
    return applyMappingToFile(remembered, this.guess.mapping);
  }

  conflictsWith(mapping: CsvMapping): CsvQuestion[] {
    return mappingConflicts(mapping, this.tableBy(mapping));
  }

  /** The first rows, split by the mapping's delimiter. */
  tableBy({ delimiter }: CsvMapping): CsvTable {
    const { head, isWhole } = this.file;
    return delimiter === this.table.delimiter ? this.table : readCsvTable(head, { delimiter, isWhole });
  }

  /** At least two. */
  columnCountBy(mapping: CsvMapping): number {
    if (mapping.delimiter === this.table.delimiter) return mapping.columnCount;
    return Math.max(2, this.tableBy(mapping).width);
  }
}

export interface CsvUpload {
  layout: CsvLayout;
  /** The mapping used for earlier files with this header; null if there is none or it conflicts with this file. */
  remembered: SavedMapping | null;
}
