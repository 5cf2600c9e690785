import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import type { ImportReceipt, ImportSummary, RejectedRow } from '@clearwatch/contracts/imports.dto';
import { IMPORT_FILE } from '@clearwatch/contracts/jobs.dto';
import { BYTE_ORDER_MARK, csvLine } from '@clearwatch/service-kit/csv/csv-line';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import {
  IsSearchText,
  type Paged,
  PageQuery,
  PathIdPipe,
  pageOf,
} from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { UploadStore } from '../uploads/upload-store.ts';
import { type ImportStatus, ImportsRepository, RetryRepository } from './imports.repository.ts';
import { ReceiptsRepository } from './receipts.repository.ts';
import { type ExportCursor, RejectsRepository } from './skipped-rows.repository.ts';

@Injectable()
export class ImportIdPipe extends PathIdPipe {
  constructor() {
    super('There is no such import.');
  }
}

export class ListImportsQuery extends PageQuery {
  /** In the name of the file. */
  @IsOptional() @IsSearchText() search?: string;
}

@Injectable()
export class ImportsService {
  constructor(private readonly imports: ImportsRepository) {}

  async list(query: ListImportsQuery): Promise<Paged<ImportSummary>> {
    const named = query.search?.trim() ?? '';
    const [items, total] = await Promise.all([
      this.imports.newestFirst(pageOf(query), named),
      this.imports.count(named),
    ]);
    return { items, total };
  }

  /** @throws AppError `not_found` */
  async standingOf(importId: number): Promise<ImportStatus> {
    const standing = await this.imports.standingOf(importId);
    if (standing === null) throw new AppError('not_found', 'There is no such import.');
    return standing;
  }
}

@Injectable()
export class ReceiptsService {
  constructor(
    private readonly imports: ImportsService,
    private readonly receipts: ReceiptsRepository,
  ) {}

  /** @throws AppError `not_found` */
  async receiptOf(importId: number): Promise<ImportReceipt> {
    const { summary, totalsCount, parts } = await this.imports.standingOf(importId);
    const [totals, warnings, matchedReturnCount] = await Promise.all([
      this.receipts.totalsOf(importId),
      this.receipts.warningsOf(importId),
      summary.returnCount === 0 ? 0 : this.receipts.matchedReturnsOf(importId),
    ]);
    return Object.assign(summary, { totals, totalsCount, parts, warnings, matchedReturnCount });
  }
}

/** Problems fetched, written and sent at a time. */
const PROBLEMS_PER_BATCH = 500;
const REJECTS_HEADER = ['Row', 'Line', 'Field', 'Value', 'Reason', 'As in the file'];

@Injectable()
export class RejectsService {
  constructor(
    private readonly imports: ImportsService,
    private readonly rejects: RejectsRepository,
  ) {}

  /** One item per problem, in the order of the file. @throws AppError `not_found` */
  async list(importId: number, query: PageQuery): Promise<Paged<RejectedRow>> {
    await this.imports.standingOf(importId);
    const [items, total] = await Promise.all([
      this.rejects.ofImport(importId, pageOf(query)),
      this.rejects.count(importId),
    ]);
    return { items, total };
  }

  /**
   * Answers with all of them as a file. How many there are is announced first, and a download that breaks off is cut:
   * nobody takes a part for the whole.
   * @throws AppError `not_found`
   */
  async download(actor: Actor, importId: number, response: Response): Promise<void> {
    const { summary } = await this.imports.standingOf(importId);
    const which = { importId, fileName: summary.fileName };
    const problems = await this.rejects.recordExported(actor, which, { toCorrect: false });
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="rejected-rows-${importId}.csv"`);
    response.setHeader(TOTAL_COUNT_HEADER, String(problems));
    try {
      await pipeline(Readable.from(this.csvOf(importId)), response);
    } catch (error) {
      // Whoever asked has left; there is nobody to tell.
      if (!isClientGone(error)) throw error;
    }
  }

  private async *csvOf(importId: number): AsyncGenerator<string, void> {
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

/** Somebody has said that the file is not to be imported. */
const DISCARDED = 'discarded';

/** Imports a file once more that could not be imported; nothing of it is in the ledger. */
@Injectable()
export class RetryService {
  constructor(
    private readonly imports: ImportsService,
    private readonly store: UploadStore,
    private readonly retries: RetryRepository,
    private readonly producer: JobProducer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError `not_found`, `conflict` when it has not failed or its file is gone, `unavailable` */
  async retry(actor: Actor, importId: number): Promise<ImportSummary> {
    const { summary, failureCode } = await this.imports.standingOf(importId);
    if (summary.state !== 'failed') throw notFailed();
    if (failureCode === DISCARDED)
      throw new AppError('conflict', 'The file was discarded. Please upload it again.');
    if (!(await this.store.has(summary.digest))) {
      throw new AppError('conflict', 'The uploaded file is no longer on the server. Please upload it again.');
    }
    // A job that died for good would be taken for the new one: with the queue away, nothing is changed.
    await this.producer.forgetDead(IMPORT_FILE, { importId });
    if (!(await this.retries.reopen(actor, { importId, fileName: summary.fileName }))) throw notFailed();
    await this.queue(importId);
    return (await this.imports.standingOf(importId)).summary;
  }

  /** The queue being away now is no reason to say no: the reconciler queues the import later. */
  private async queue(importId: number): Promise<void> {
    try {
      await this.producer.enqueue(IMPORT_FILE, { importId });
    } catch (error) {
      this.logger.warn({ err: error, importId }, 'import is to be tried again but not yet queued');
    }
  }
}

function notFailed(): AppError {
  return new AppError('conflict', 'Only an import that has failed can be tried again.');
}
