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
  fileLayoutOf,
  guessMapping,
  mappingConflicts,
} from '@clearwatch/domain/csv/guess-csv-mapping';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { latestAllowedDay } from '../import-file/import-copy-text.ts';
import { newReadingProgress, openStoredFile, UnreadableArchive } from '../import-file/open-stored-file.ts';
import { IngestEnvironment } from '../ingest-environment.ts';
import { ImportCsvMappingEntity } from './csv-mapping.entity.ts';
import { CsvMappingsRepository, type SavedMapping } from './csv-mappings.repository.ts';

/** Some thousand rows: enough to tell month from day. */
const HEAD_BYTES = 256 * 1024;

interface CsvHead {
  head: Buffer;
  /** Whether that is the whole file. */
  isWhole: boolean;
}

/**
 * The first bytes of a stored file, unpacked when it is packed.
 * @throws UnreadableArchive when it is packed and damaged
 */
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
export function detectCsvLayout({ head, isWhole }: CsvHead): CsvLayout | null {
  const table = findCsvTable(head, { isWhole });
  if (table === null) return null;
  const guess = guessMapping(table, { latestDay: latestAllowedDay() });
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

/** A CSV file that has just come in. */
export interface CsvUpload {
  layout: CsvLayout;
  /** What earlier files with the same header were read by; null when somebody has to say it first, or look again. */
  remembered: SavedMapping | null;
}

/** Looks at CSV files as they come in: whether they can be imported at once. */
@Injectable()
export class CsvUploadInspector {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly mappings: CsvMappingsRepository,
  ) {}

  /** @throws AppError `unprocessable` when the file is no table after all */
  async lookAt(path: string): Promise<CsvUpload> {
    const layout = await this.layoutOfFile(path);
    const saved = layout.fingerprint === null ? null : await this.mappings.remembered(layout.fingerprint);
    const fits = saved !== null && layout.doubtsAbout(layout.apply(saved.mapping)).length === 0;
    return { layout, remembered: fits ? saved : null };
  }

  /** Part of the transaction that records the import. */
  async record(manager: EntityManager, importId: number, { layout, remembered }: CsvUpload): Promise<void> {
    await manager.insert(ImportCsvMappingEntity, {
      importId,
      fingerprint: layout.fingerprint,
      ownLayout: fileLayoutOf(layout.guess.mapping),
      mapping: remembered === null ? null : layout.apply(remembered.mapping),
      givenByName: remembered?.by ?? null,
      givenAt: remembered?.at ?? null,
    });
  }

  private async layoutOfFile(path: string): Promise<CsvLayout> {
    try {
      const layout = detectCsvLayout(
        await readCsvHead(path, { maxBytes: this.environment.UPLOAD_MAX_BYTES }),
      );
      if (layout !== null) return layout;
    } catch (error) {
      if (error instanceof UnreadableArchive) throw new AppError('unprocessable', error.message);
      throw error;
    }
    throw new AppError(
      'unprocessable',
      'The file looks like a CSV table, but no comma, semicolon, tab or bar parts its rows into columns.',
    );
  }
}
