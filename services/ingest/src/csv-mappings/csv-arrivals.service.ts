import { fileLayoutOf } from '@clearwatch/domain/csv/guess-csv-mapping';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IngestEnvironment } from '../environment.ts';
import { UnreadableArchive } from '../gzip/unreadable-archive.ts';
import { readCsvHead } from './csv-head.ts';
import { type CsvLayout, layoutOf } from './csv-layout.ts';
import { CsvMappingsRepository, type SavedMapping } from './csv-mappings.repository.ts';

/** A CSV file that has just come in. */
export interface CsvArrival {
  layout: CsvLayout;
  /** What earlier files with the same header were read by; null when somebody has to say it first, or look again. */
  remembered: SavedMapping | null;
}

/** Looks at CSV files as they come in: whether they can be imported at once. */
@Injectable()
export class CsvArrivals {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly mappings: CsvMappingsRepository,
  ) {}

  /** @throws AppError `unprocessable` when the file is no table after all */
  async lookAt(path: string): Promise<CsvArrival> {
    const layout = await this.layoutOfFile(path);
    const saved = layout.fingerprint === null ? null : await this.mappings.remembered(layout.fingerprint);
    const fits = saved !== null && layout.doubtsAbout(layout.apply(saved.mapping)).length === 0;
    return { layout, remembered: fits ? saved : null };
  }

  /** Part of the transaction that records the import. */
  async record(manager: EntityManager, importId: number, { layout, remembered }: CsvArrival): Promise<void> {
    const own = JSON.stringify(fileLayoutOf(layout.guess.mapping));
    const mapping = remembered === null ? null : JSON.stringify(layout.apply(remembered.mapping));
    await manager.query(
      `INSERT INTO ledger.import_csv_mappings
         (import_id, fingerprint, own_layout, mapping, given_by_name, given_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [importId, layout.fingerprint, own, mapping, remembered?.by ?? null, remembered?.at ?? null],
    );
  }

  private async layoutOfFile(path: string): Promise<CsvLayout> {
    try {
      const layout = layoutOf(await readCsvHead(path, { maxBytes: this.environment.UPLOAD_MAX_BYTES }));
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
