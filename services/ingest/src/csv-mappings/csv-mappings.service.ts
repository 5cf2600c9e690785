import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CsvMapping, CsvMappingProposal, CsvQuestion } from '@clearwatch/contracts/csv-mapping.dto';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { IMPORT_FILE } from '@clearwatch/contracts/jobs.dto';
import { cellsToCorrect, previewRows } from '@clearwatch/domain/csv/csv-file-reader';
import { headerFingerprint } from '@clearwatch/domain/csv/find-csv-table';
import { mappingProblems } from '@clearwatch/domain/csv/guess-csv-mapping';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { BYTE_ORDER_MARK, csvLine } from '@clearwatch/service-kit/csv/csv-line';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { isMissingFile } from '../import-file/import-claims.repository.ts';
import { latestAllowedDay } from '../import-file/import-copy-text.ts';
import { ImportsService } from '../imports/imports.service.ts';
import { type ExportCursor, RejectsRepository } from '../imports/skipped-rows.repository.ts';
import { IngestEnvironment } from '../ingest-environment.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { type CsvLayout, detectCsvLayout, readCsvHead } from './csv-layout.ts';
import { type CsvImport, CsvMappingsRepository, type SavedMapping } from './csv-mappings.repository.ts';

/** So many rows are shown. */
const PREVIEW_ROWS = 20;

/** What the mapping screen shows of a file and one way to read it. */
function toMappingProposal(
  { importId, fileName }: CsvImport,
  layout: CsvLayout,
  by: ({ saved: SavedMapping } | { mapping: CsvMapping }) & { questions: CsvQuestion[] },
): CsvMappingProposal {
  const saved = 'saved' in by ? by.saved : null;
  const mapping = 'saved' in by ? by.saved.mapping : by.mapping;
  const { names, rows } = previewRows(layout.tableBy(mapping), {
    mapping,
    most: PREVIEW_ROWS,
    latestDay: latestAllowedDay(),
  });
  return {
    importId,
    fileName,
    remembered: saved !== null,
    rememberedBy: saved?.by ?? null,
    rememberedAt: saved?.at ?? null,
    mapping,
    columns: names.map((name, column) => ({ column, name })),
    firstRows: rows,
    questions: by.questions,
    missing: mappingProblems(mapping),
  };
}

const NOT_AWAITING_MAPPING = 'This import does not wait for a mapping any more.';

/** Lets people say what the columns of a CSV file mean. */
@Injectable()
export class CsvMappingsService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    private readonly mappings: CsvMappingsRepository,
    private readonly imports: ImportsService,
    private readonly producer: JobProducer,
  ) {}

  /** What the file was read by, or what is remembered for its header, or the guess. @throws AppError `not_found` */
  async proposal(importId: number): Promise<CsvMappingProposal> {
    const file = await this.csvImport(importId);
    const layout = await this.layout(file);
    if (file.given !== null) return toMappingProposal(file, layout, { saved: file.given, questions: [] });
    const saved = layout.fingerprint === null ? null : await this.mappings.remembered(layout.fingerprint);
    if (saved === null) return toMappingProposal(file, layout, layout.guess);
    const mapping = layout.apply(saved.mapping);
    return toMappingProposal(file, layout, {
      saved: { ...saved, mapping },
      questions: layout.doubtsAbout(mapping),
    });
  }

  /**
   * The first rows as this mapping would import them; nothing is changed. With another delimiter the table has another
   * number of columns, which the answer says.
   */
  async preview(importId: number, mapping: CsvMapping): Promise<CsvMappingProposal> {
    const file = await this.csvImport(importId);
    const layout = await this.layout(file);
    const columnCount = layout.columnCountBy(mapping);
    return toMappingProposal(file, layout, {
      mapping: Object.assign(mapping, { columnCount }),
      questions: [],
    });
  }

  /** @throws AppError `unprocessable` with what is missing, `conflict` when the import does not wait */
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

  /** Takes the proposal as it is. @throws AppError `unprocessable` when somebody has to look at it first */
  async accept(actor: Actor, importId: number): Promise<ImportSummary> {
    const { mapping, questions } = await this.proposal(importId);
    if (questions.length === 0) return this.give(actor, importId, mapping);
    throw new AppError('unprocessable', questions.map(({ sentence }) => sentence).join(' '));
  }

  /** @throws AppError `conflict` when the import does not wait for a mapping */
  async discard(actor: Actor, importId: number): Promise<ImportSummary> {
    const file = await this.csvImport(importId);
    if (!(await this.mappings.discard(actor, file))) throw new AppError('conflict', NOT_AWAITING_MAPPING);
    return this.imports.summaryOf(importId);
  }

  /** The next file with this header asks again. @throws AppError `not_found` when nothing is remembered */
  async forget(actor: Actor, importId: number): Promise<void> {
    const file = await this.csvImport(importId);
    const layout = await this.layout(file);
    const { delimiter, hasHeader, skippedRows } = file.given?.mapping ?? layout.guess.mapping;
    const mapping = Object.assign({}, layout.guess.mapping, { delimiter, hasHeader, skippedRows });
    const fingerprint = headerFingerprint(layout.tableBy(mapping), mapping);
    if (fingerprint === null || !(await this.mappings.forget(actor, file, fingerprint)))
      throw new AppError('not_found', 'No mapping is remembered for files with this header.');
  }

  /** What the file was read by, null as long as it waits, and its header as it is written. @throws AppError `not_found` */
  async givenWithHeader(
    importId: number,
  ): Promise<{ fileName: string; mapping: CsvMapping | null; header: readonly string[] | null }> {
    const file = await this.csvImport(importId);
    const { fileName } = file;
    const mapping = file.given?.mapping ?? null;
    if (mapping === null || !mapping.hasHeader) return { fileName, mapping, header: null };
    const { records } = (await this.layout(file)).tableBy(mapping);
    return { fileName, mapping, header: records[mapping.skippedRows]?.cells ?? null };
  }

  private async csvImport(importId: number): Promise<CsvImport> {
    const file = await this.mappings.csvImport(importId);
    if (file === null) throw new AppError('not_found', 'There is no such import of a CSV file.');
    return file;
  }

  /** Other files that wait with this header and do not speak against the mapping. */
  private async othersThatFit(
    { importId }: CsvImport,
    { mapping, fingerprint }: { mapping: CsvMapping; fingerprint: string },
  ): Promise<number[]> {
    const fitting: number[] = [];
    for (const other of await this.mappings.waitingWith(fingerprint)) {
      if (other.importId === importId) continue;
      // A file that is gone waits until somebody discards it.
      const layout = await this.layout(other).catch(() => null);
      if (layout?.doubtsAbout(layout.apply(mapping)).length === 0) fitting.push(other.importId);
    }
    return fitting;
  }

  private async layout({ digest }: Pick<CsvImport, 'digest'>): Promise<CsvLayout> {
    const { UPLOAD_MAX_BYTES: maxBytes } = this.environment;
    const head = await this.store
      .withFile(digest, (path) => readCsvHead(path, { maxBytes }))
      .catch((error: unknown) => {
        if (!isMissingFile(error)) throw error;
        throw new AppError(
          'conflict',
          'The uploaded file is no longer on the server. Please upload it again.',
        );
      });
    const layout = detectCsvLayout(head);
    if (layout === null) throw new AppError('unprocessable', 'The file holds no table any more.');
    return layout;
  }
}

/** Problems fetched, written and sent at a time. */
const CORRECTIONS_PER_BATCH = 500;

/** Gives rejected rows of a CSV file back as a table of their own. */
@Injectable()
export class CsvCorrectionsService {
  constructor(
    private readonly mappings: CsvMappingsService,
    private readonly rejects: RejectsRepository,
  ) {}

  /**
   * Answers with the rejected rows under the header of their file, so that its mapping is remembered for them. A download that
   * breaks off is cut: nobody takes a part for the whole.
   * @throws AppError `not_found` when it is no import of a CSV file; `conflict` when nothing of it was read yet
   */
  async download(actor: Actor, importId: number, response: Response): Promise<void> {
    const { fileName, mapping, header } = await this.mappings.givenWithHeader(importId);
    if (mapping === null) throw new AppError('conflict', 'The file still waits for its mapping.');
    await this.rejects.recordExported(actor, { importId, fileName }, { toCorrect: true });
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="rows-to-correct-${importId}.csv"`);
    await pipeline(Readable.from(this.csvOf(importId, { mapping, header })), response).catch(
      (error: unknown) => {
        // Whoever asked has left; there is nobody to tell.
        if (!response.destroyed) throw error;
      },
    );
  }

  private async *csvOf(
    importId: number,
    { mapping, header }: { mapping: CsvMapping; header: readonly string[] | null },
  ): AsyncGenerator<string, void> {
    yield BYTE_ORDER_MARK + (header === null ? '' : csvLine(header));
    for (let place: ExportCursor | null = { row: 0, problem: 0 }; place !== null; ) {
      const { problems, last } = await this.rejects.after(importId, place, CORRECTIONS_PER_BATCH);
      // A row's source stands beside the first of its problems; one that is too long to be corrected has none.
      yield problems
        .flatMap(({ source }) => (source === null ? [] : [csvLine(cellsToCorrect(source, mapping))]))
        .join('');
      place = last;
    }
  }
}
