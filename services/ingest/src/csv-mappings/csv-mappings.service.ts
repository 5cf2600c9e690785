import type { CsvMapping, CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { IMPORT_FILE } from '@clearwatch/contracts/jobs.dto';
import { headerFingerprint } from '@clearwatch/domain/csv/find-csv-table';
import { mappingProblems } from '@clearwatch/domain/csv/guess-csv-mapping';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { IngestEnvironment } from '../environment.ts';
import { isMissingFile } from '../import-file/failure-of.ts';
import { ImportsService } from '../imports/imports.service.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { readCsvHead } from './csv-head.ts';
import { type CsvLayout, layoutOf } from './csv-layout.ts';
import { type CsvImport, CsvMappingsRepository } from './csv-mappings.repository.ts';
import { toProposal } from './to-proposal.ts';

const NOT_WAITING = 'This import does not wait for a mapping any more.';

/** Lets people say what the columns of a CSV file mean. */
@Injectable()
export class CsvMappingsService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly store: UploadStore,
    private readonly mappings: CsvMappingsRepository,
    private readonly imports: ImportsService,
    private readonly producer: JobProducer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What the file was read by, or what is remembered for its header, or the guess. @throws AppError `not_found` */
  async proposal(importId: number): Promise<CsvMappingProposal> {
    const file = await this.csvImport(importId);
    const layout = await this.layout(file);
    if (file.given !== null) return toProposal(file, layout, { saved: file.given, questions: [] });
    const saved = layout.fingerprint === null ? null : await this.mappings.remembered(layout.fingerprint);
    if (saved === null) return toProposal(file, layout, layout.guess);
    const mapping = layout.apply(saved.mapping);
    return toProposal(file, layout, { saved: { ...saved, mapping }, questions: layout.doubtsAbout(mapping) });
  }

  /**
   * The first rows as this mapping would import them; nothing is changed. With another delimiter the table has another
   * number of columns, which the answer says.
   */
  async preview(importId: number, mapping: CsvMapping): Promise<CsvMappingProposal> {
    const file = await this.csvImport(importId);
    const layout = await this.layout(file);
    const columnCount = layout.columnCountBy(mapping);
    return toProposal(file, layout, { mapping: Object.assign(mapping, { columnCount }), questions: [] });
  }

  /** @throws AppError `unprocessable` with what is missing, `conflict` when the import does not wait */
  async give(actor: Actor, importId: number, mapping: CsvMapping): Promise<ImportSummary> {
    const file = await this.csvImport(importId);
    if (file.state !== 'needs_mapping') throw new AppError('conflict', NOT_WAITING);
    const missing = mappingProblems(mapping);
    if (missing.length > 0) throw new AppError('unprocessable', missing.join(' '));
    const layout = await this.layout(file);
    const fingerprint = headerFingerprint(layout.tableBy(mapping), mapping);
    const alsoFor = fingerprint === null ? [] : await this.othersThatFit(file, { mapping, fingerprint });
    const waiting = await this.mappings.give(actor, file, { mapping, fingerprint, alsoFor });
    if (waiting.length === 0) throw new AppError('conflict', NOT_WAITING);
    for (const id of waiting) await this.queue(id);
    return (await this.imports.standingOf(importId)).summary;
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
    if (!(await this.mappings.discard(actor, file))) throw new AppError('conflict', NOT_WAITING);
    return (await this.imports.standingOf(importId)).summary;
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
    const layout = layoutOf(head);
    if (layout === null) throw new AppError('unprocessable', 'The file holds no table any more.');
    return layout;
  }

  /** The queue being away is no reason to ask again: the reconciler queues the import later. */
  private async queue(importId: number): Promise<void> {
    try {
      await this.producer.enqueue(IMPORT_FILE, { importId });
    } catch (error) {
      this.logger.warn({ err: error, importId }, 'import has its mapping but is not yet queued');
    }
  }
}
