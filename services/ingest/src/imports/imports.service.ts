import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import type { ImportReceipt, ImportSummary, RejectedRow } from '@clearwatch/contracts/imports.dto';
import { IMPORT_FILE } from '@clearwatch/contracts/jobs.dto';
import { BYTE_ORDER_MARK, csvLine } from '@clearwatch/service-kit/csv/csv-line';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { IsSearchText, type Paged, PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import type { Response } from 'express';
import { UploadStore } from '../uploads/upload-store.ts';
import { type ImportEntity, toImportSummary } from './import.entity.ts';
import { ImportsRepository } from './imports.repository.ts';
import { ReceiptsRepository } from './receipts.repository.ts';
import { type ExportCursor, RejectsRepository } from './skipped-rows.repository.ts';

export class ListImportsQuery extends PageQuery {
  /** In the name of the file. */
  @IsOptional() @IsSearchText() search?: string;
}

/** Problems fetched, written and sent at a time. */
const PROBLEMS_PER_BATCH = 500;
const REJECTS_HEADER = ['Row', 'Line', 'Field', 'Value', 'Reason', 'As in the file'];

/** Failure code of a file that staff decided not to import. */
const DISCARDED = 'discarded';

@Injectable()
export class ImportsService {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly receipts: ReceiptsRepository,
    private readonly rejects: RejectsRepository,
    private readonly store: UploadStore,
    private readonly producer: JobProducer,
  ) {}

  async list(query: ListImportsQuery): Promise<Paged<ImportSummary>> {
    return this.imports.newestFirst(pageOf(query), query.search?.trim() ?? '');
  }

  /** @throws AppError `not_found` */
  async find(importId: number): Promise<ImportEntity> {
    const found = await this.imports.find(importId);
    if (found === null) throw new AppError('not_found', 'There is no such import.');
    return found;
  }

  /** @throws AppError `not_found` */
  async summaryOf(importId: number): Promise<ImportSummary> {
    return toImportSummary(await this.find(importId));
  }

  /** @throws AppError `not_found` */
  async receiptOf(importId: number): Promise<ImportReceipt> {
    const found = await this.find(importId);
    const { totalsCount, parts, returnCount } = found;
    const [totals, warnings, matchedReturnCount] = await Promise.all([
      this.receipts.totalsOf(importId),
      this.receipts.warningsOf(importId),
      returnCount === 0 ? 0 : this.receipts.matchedReturnsOf(importId),
    ]);
    return Object.assign(toImportSummary(found), {
      totals,
      totalsCount,
      parts,
      warnings,
      matchedReturnCount,
    });
  }

  /** One item per problem, in the order of the file. @throws AppError `not_found` */
  async rejectsOf(importId: number, query: PageQuery): Promise<Paged<RejectedRow>> {
    await this.find(importId);
    return this.rejects.ofImport(importId, pageOf(query));
  }

  /**
   * Answers with all rejected rows as a CSV file. A header announces their number, and a download that breaks off is cut, so
   * that a part is never taken for the whole.
   * @throws AppError `not_found`
   */
  async downloadRejects(actor: Actor, importId: number, response: Response): Promise<void> {
    const { fileName } = await this.find(importId);
    const which = { importId, fileName };
    const problems = await this.rejects.recordExported(actor, which, { toCorrect: false });
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="rejected-rows-${importId}.csv"`);
    response.setHeader(TOTAL_COUNT_HEADER, String(problems));
    try {
      await pipeline(Readable.from(this.rejectsCsv(importId)), response);
    } catch (error) {
      if (!isClientGone(error)) throw error;
    }
  }

  /**
   * Imports a failed file once more; nothing of it is in the ledger.
   * @throws AppError `not_found`, `conflict` when it has not failed or its file is gone, `unavailable`
   */
  async retry(actor: Actor, importId: number): Promise<ImportSummary> {
    const { state, failureCode, digest, fileName } = await this.find(importId);
    if (state !== 'failed') throw notFailed();
    if (failureCode === DISCARDED)
      throw new AppError('conflict', 'The file was discarded. Please upload it again.');
    if (!(await this.store.has(digest))) {
      throw new AppError('conflict', 'The uploaded file is no longer on the server. Please upload it again.');
    }
    // A job that has failed for good would be taken for the new one. When the queue is away, nothing is changed.
    await this.producer.removeFailed(IMPORT_FILE, { importId });
    if (!(await this.imports.reopen(actor, { importId, fileName }))) throw notFailed();
    await this.producer.tryEnqueue(IMPORT_FILE, { importId });
    return this.summaryOf(importId);
  }

  private async *rejectsCsv(importId: number): AsyncGenerator<string, void> {
    yield BYTE_ORDER_MARK + csvLine(REJECTS_HEADER);
    for (let place: ExportCursor | null = { row: 0, problem: 0 }; place !== null; ) {
      const { problems, last } = await this.rejects.after(importId, place, PROBLEMS_PER_BATCH);
      yield problems
        .map(({ row, line, field, value, reason, source }) =>
          csvLine([row, line, field, value, reason, source]),
        )
        .join('');
      place = last;
    }
  }
}

function isClientGone(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_STREAM_PREMATURE_CLOSE'
  );
}

function notFailed(): AppError {
  return new AppError('conflict', 'Only an import that has failed can be tried again.');
}
