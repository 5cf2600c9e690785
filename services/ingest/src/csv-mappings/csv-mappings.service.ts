import type { CsvMapping, CsvMappingProposal, CsvQuestion } from '@clearwatch/contracts/csv-mapping.dto';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { IMPORT_FILE } from '@clearwatch/contracts/jobs.dto';
import { cellsToCorrect, previewRows } from '@clearwatch/domain/csv/csv-file-reader';
import { headerFingerprint } from '@clearwatch/domain/csv/find-csv-table';
import { fileLayoutOf, mappingProblems } from '@clearwatch/domain/csv/guess-csv-mapping';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { csvLine } from '@clearwatch/service-kit/csv/csv-line';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { EntityManager } from 'typeorm';
import { isMissingFile } from '../import-file/import-claims.repository.ts';
import { latestAllowedDay } from '../import-file/import-copy-text.ts';
import { UnreadableArchive } from '../import-file/open-stored-file.ts';
import { ImportsRepository } from '../imports/imports.repository.ts';
import { DISCARDED, ImportsService, sendCsv } from '../imports/imports.service.ts';
import { IngestEnvironment } from '../ingest-environment.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { CsvLayout, type CsvUpload, readCsvHead } from './csv-layout.ts';
import { ImportCsvMappingEntity } from './csv-mapping.entity.ts';
import { type CsvImport, CsvMappingsRepository, type SavedMapping } from './csv-mappings.repository.ts';

const NOT_AWAITING_MAPPING = 'This import is no longer waiting for a mapping. Reload the page to see its state.';

const PREVIEW_ROWS = 20;

@Injectable()
export class CsvMappingsService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    private readonly mappings: CsvMappingsRepository,
    private readonly imports: ImportsService,
    private readonly repository: ImportsRepository,
    private readonly producer: JobProducer,
  ) {}

  async inspect(path: string): Promise<CsvUpload> {
    const { UPLOAD_MAX_BYTES: maxBytes } = this.environment;
    const head = await readCsvHead(path, { maxBytes }).catch((error: unknown) => {
      throw error instanceof UnreadableArchive ? new AppError('unprocessable', error.message) : error;
    });
    const layout = CsvLayout.detect(head);
    if (layout === null)
      throw new AppError(
        'unprocessable',
        'The file looks like a CSV table, but no comma, semicolon, tab or vertical bar separates its rows into columns. Export it with one of these separators.',
      );
    const saved = layout.fingerprint === null ? null : await this.mappings.remembered(layout.fingerprint);
    const fits = saved !== null && layout.conflictsWith(layout.apply(saved.mapping)).length === 0;
    return { layout, remembered: fits ? saved : null };
  }

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

  /** The first rows show member data, so viewing them is recorded. */
  async open(actor: Actor, importId: number): Promise<CsvMappingProposal> {
    const proposal = await this.proposal(importId);
    await this.repository.recordRowsViewed(actor, proposal);
    return proposal;
  }

  /** The mapping that the import uses, otherwise the one saved for its header, otherwise the guess. */
  async proposal(importId: number): Promise<CsvMappingProposal> {
    const file = await this.csvImport(importId);
    const layout = await this.layout(file);
    const { given } = file;
    if (given !== null) return toProposal(file, layout, { mapping: given.mapping, questions: [], saved: given });
    const saved = layout.fingerprint === null ? null : await this.mappings.remembered(layout.fingerprint);
    if (saved === null) return toProposal(file, layout, layout.guess);
    const mapping = layout.apply(saved.mapping);
    return toProposal(file, layout, { mapping, questions: layout.conflictsWith(mapping), saved });
  }

  /**
   * The first rows as this mapping would import them; changes nothing. A different delimiter means a different number
   * of columns.
   */
  async preview(actor: Actor, importId: number, mapping: CsvMapping): Promise<CsvMappingProposal> {
    const file = await this.csvImport(importId);
    const layout = await this.layout(file);
    await this.repository.recordRowsViewed(actor, file);
    const columnCount = layout.columnCountBy(mapping);
    return toProposal(file, layout, { mapping: Object.assign(mapping, { columnCount }), questions: [] });
  }

  async give(actor: Actor, importId: number, mapping: CsvMapping): Promise<ImportSummary> {
    const file = await this.csvImport(importId);
    if (file.state !== 'needs_mapping') throw new AppError('conflict', NOT_AWAITING_MAPPING);
    const missing = mappingProblems(mapping);
    if (missing.length > 0) throw new AppError('unprocessable', missing.join(' '));
    const layout = await this.layout(file);
    const fingerprint = headerFingerprint(layout.tableBy(mapping), mapping);
    const alsoFor = fingerprint === null ? [] : await this.othersThatFit(file, { mapping, fingerprint });
    const waiting = await this.mappings.give(actor, file, { mapping, fingerprint, alsoFor });
    if (waiting.length === 0) throw new AppError('conflict', NOT_AWAITING_MAPPING);
    for (const id of waiting) await this.producer.tryEnqueue(IMPORT_FILE, { importId: id });
    return this.imports.summaryOf(importId);
  }

  async accept(actor: Actor, importId: number): Promise<ImportSummary> {
    const { mapping, questions } = await this.proposal(importId);
    if (questions.length === 0) return this.give(actor, importId, mapping);
    throw new AppError('unprocessable', questions.map(({ sentence }) => sentence).join(' '));
  }

  async discard(actor: Actor, importId: number): Promise<ImportSummary> {
    await this.csvImport(importId);
    const isDiscarded = await this.repository.transition(actor, importId, {
      from: { state: 'needs_mapping' },
      to: {
        state: 'failed',
        failureCode: DISCARDED,
        failure: 'The file was discarded before it was imported.',
        finishedAt: () => 'now()',
      },
      action: 'import.discarded',
    });
    if (!isDiscarded) throw new AppError('conflict', NOT_AWAITING_MAPPING);
    return this.imports.summaryOf(importId);
  }

  async forget(actor: Actor, importId: number): Promise<void> {
    const file = await this.csvImport(importId);
    const layout = await this.layout(file);
    const { delimiter, hasHeader, skippedRows } = file.given?.mapping ?? layout.guess.mapping;
    const mapping = Object.assign({}, layout.guess.mapping, { delimiter, hasHeader, skippedRows });
    const fingerprint = headerFingerprint(layout.tableBy(mapping), mapping);
    if (fingerprint === null || !(await this.mappings.forget(actor, file, fingerprint)))
      throw new AppError('not_found', 'No mapping is saved for files with this header.');
  }

  /** Exports the rejected rows under the original header, so that its mapping applies to them. */
  async downloadCorrections(actor: Actor, importId: number, response: Response): Promise<void> {
    const file = await this.csvImport(importId);
    const mapping = file.given?.mapping;
    if (mapping === undefined)
      throw new AppError('conflict', 'The file is still waiting for its mapping. Choose its columns first.');
    const table = mapping.hasHeader ? (await this.layout(file)).tableBy(mapping) : null;
    const header = table?.records[mapping.skippedRows]?.cells;
    await this.repository.recordRejectsExported(actor, file, { toCorrect: true });
    await sendCsv(response, {
      fileName: `rows-to-correct-${importId}.csv`,
      header: header === undefined ? '' : csvLine(header),
      // The source is stored with a row's first problem; a row too long to correct has none.
      lines: this.repository.rejectsCsv(importId, ({ source }) =>
        source === null ? '' : csvLine(cellsToCorrect(source, mapping)),
      ),
    });
  }

  private async csvImport(importId: number): Promise<CsvImport> {
    const file = await this.mappings.csvImport(importId);
    if (file === null) throw new AppError('not_found', 'There is no CSV import with this number.');
    return file;
  }

  /** Other waiting files with this header that do not conflict with the mapping. */
  private async othersThatFit(
    { importId }: CsvImport,
    { mapping, fingerprint }: { mapping: CsvMapping; fingerprint: string },
  ): Promise<number[]> {
    const fitting: number[] = [];
    for (const other of await this.mappings.waitingWith(fingerprint)) {
      if (other.importId === importId) continue;
      // A missing file waits until a user discards it.
      const layout = await this.layout(other).catch(() => null);
      if (layout?.conflictsWith(layout.apply(mapping)).length === 0) fitting.push(other.importId);
    }
    return fitting;
  }

  private async layout({ digest }: Pick<CsvImport, 'digest'>): Promise<CsvLayout> {
    const { UPLOAD_MAX_BYTES: maxBytes } = this.environment;
    const read = this.store.withFile(digest, (path) => readCsvHead(path, { maxBytes }));
    const head = await read.catch((error: unknown) => {
      if (!isMissingFile(error)) throw error;
      throw new AppError('conflict', 'The uploaded file is no longer on the server. Please upload it again.');
    });
    const layout = CsvLayout.detect(head);
    if (layout === null) throw new AppError('unprocessable', 'The file no longer contains a table. Upload it again.');
    return layout;
  }
}

function toProposal(
  { importId, fileName }: CsvImport,
  layout: CsvLayout,
  proposal: { mapping: CsvMapping; questions: CsvQuestion[]; saved?: SavedMapping },
): CsvMappingProposal {
  const { mapping, questions, saved } = proposal;
  const preview = { mapping, most: PREVIEW_ROWS, latestDay: latestAllowedDay() };
  const { names, rows } = previewRows(layout.tableBy(mapping), preview);
  return {
    importId,
    fileName,
    remembered: saved !== undefined,
    rememberedBy: saved?.by ?? null,
    rememberedAt: saved?.at ?? null,
    mapping,
    columns: names.map((name, column) => ({ column, name })),
    firstRows: rows,
    questions,
    missing: mappingProblems(mapping),
  };
}
