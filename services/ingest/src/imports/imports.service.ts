import { pipeline } from 'node:stream/promises';
import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import type { ImportReceipt, ImportSummary, RejectedRow } from '@clearwatch/contracts/imports.dto';
import { IMPORT_FILE, UNDO_IMPORT } from '@clearwatch/contracts/jobs.dto';
import { BYTE_ORDER_MARK, csvLine } from '@clearwatch/service-kit/csv/csv-line';
import { queryInteger } from '@clearwatch/service-kit/database/query-rows';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { IsSearchText, type Paged, PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { IsOptional } from 'class-validator';
import type { Response } from 'express';
import { DataSource, IsNull } from 'typeorm';
import { UploadStore } from '../uploads/upload-store.ts';
import { type ImportEntity, ImportTotalsEntity, ImportWarningEntity, toImportSummary } from './import.entity.ts';
import { ImportsRepository } from './imports.repository.ts';
import { toControlTotals, toFileWarning } from './receipts.repository.ts';

export class ListImportsQuery extends PageQuery {
  @IsOptional() @IsSearchText() search?: string;
}

const REJECTS_HEADER = ['Row', 'Line', 'Field', 'Value', 'Reason', 'Original row'];

const COUNT_MATCHED_RETURNS = `
  SELECT count(*) FROM ledger.transactions t JOIN ledger.entry_returns r ON r.return_id = t.id
   WHERE t.import_id = $1 AND t.entry_kind = 'return' AND r.original_id IS NOT NULL`;

const PARTLY_PURGED =
  'Some entries in this import were purged at the end of their retention period, so the import can no longer be undone. Its other entries will be purged in the same way.';

const NOT_COUNTED_YET = 'The figures do not include this import yet. Please try again in a moment.';

/** Failure code for a file that staff chose not to import. */
export const DISCARDED = 'discarded';

@Injectable()
export class ImportsService {
  constructor(
    private readonly imports: ImportsRepository,
    @InjectDataSource() private readonly database: DataSource,
    private readonly store: UploadStore,
    private readonly producer: JobProducer,
  ) {}

  async list(query: ListImportsQuery): Promise<Paged<ImportSummary>> {
    return this.imports.newestFirst(pageOf(query), query.search?.trim() ?? '');
  }

  async find(importId: number): Promise<ImportEntity> {
    const found = await this.imports.find(importId);
    if (found === null) throw new AppError('not_found', 'There is no such import.');
    return found;
  }

  async summaryOf(importId: number): Promise<ImportSummary> {
    return toImportSummary(await this.find(importId));
  }

  async receiptOf(importId: number): Promise<ImportReceipt> {
    const found = await this.find(importId);
    const { totalsCount, parts, returnCount } = found;
    const inOrder = { where: { importId }, order: { position: 'ASC' } } as const;
    const { manager } = this.database;
    const [totals, warnings, matchedReturnCount] = await Promise.all([
      manager.find(ImportTotalsEntity, inOrder),
      manager.find(ImportWarningEntity, inOrder),
      returnCount === 0 ? 0 : queryInteger(this.database, COUNT_MATCHED_RETURNS, [importId]),
    ]);
    return Object.assign(toImportSummary(found), {
      totals: totals.map(toControlTotals),
      totalsCount,
      parts,
      warnings: warnings.map(toFileWarning),
      matchedReturnCount,
    });
  }

  /** Records the view before the rows are shown. @throws AppError `not_found` */
  async viewRows(actor: Actor, importId: number): Promise<void> {
    const { fileName } = await this.find(importId);
    await this.imports.recordRowsViewed(actor, { importId, fileName });
  }

  async rejectsOf(actor: Actor, importId: number, query: PageQuery): Promise<Paged<RejectedRow>> {
    await this.viewRows(actor, importId);
    return this.imports.rejects(importId, pageOf(query));
  }

  async downloadRejects(actor: Actor, importId: number, response: Response): Promise<void> {
    const { fileName } = await this.find(importId);
    const which = { importId, fileName };
    const problems = await this.imports.recordRejectsExported(actor, which, { toCorrect: false });
    response.setHeader(TOTAL_COUNT_HEADER, String(problems));
    await sendCsv(response, {
      fileName: `rejected-rows-${importId}.csv`,
      header: csvLine(REJECTS_HEADER),
      lines: this.imports.rejectsCsv(importId, ({ row, line, field, value, reason, source }) =>
        csvLine([row, line, field, value, reason, source]),
      ),
    });
  }

  async retry(actor: Actor, importId: number): Promise<ImportSummary> {
    const { state, failureCode, digest } = await this.find(importId);
    if (state !== 'failed') throw notFailed();
    if (failureCode === DISCARDED) throw new AppError('conflict', 'The file was discarded. Please upload it again.');
    if (!(await this.store.has(digest))) {
      throw new AppError('conflict', 'The uploaded file is no longer on the server. Please upload it again.');
    }
    // The queue would mistake a dead job for the new one. If the queue does not respond, nothing has changed yet.
    await this.producer.removeFailed(IMPORT_FILE, { importId });
    const isReopened = await this.imports.transition(actor, importId, {
      from: { state: 'failed' },
      to: {
        state: 'received',
        attempt: null,
        bytesRead: 0,
        failureCode: null,
        failure: null,
        startedAt: null,
        finishedAt: null,
        progressAt: () => 'now()',
      },
      action: 'import.retried',
    });
    if (!isReopened) throw notFailed();
    await this.producer.tryEnqueue(IMPORT_FILE, { importId });
    return this.summaryOf(importId);
  }

  /** Starts the undo, which a worker carries out. A second request changes nothing. */
  async undo(actor: Actor, importId: number): Promise<ImportSummary> {
    const summary = await this.summaryOf(importId);
    if (summary.state === 'undoing' || summary.state === 'undone') return summary;
    if (summary.state === 'stored') throw new AppError('conflict', NOT_COUNTED_YET);
    if (summary.state !== 'completed')
      throw new AppError('conflict', 'Only an import that is completed can be undone.');
    if (summary.purgedCount > 0) throw new AppError('conflict', PARTLY_PURGED);
    await this.producer.removeFailed(UNDO_IMPORT, { importId });
    const isRequested = await this.imports.transition(actor, importId, {
      from: { state: 'stored', keptFrom: IsNull(), purgedCount: 0 },
      to: {
        state: 'undoing',
        undoneBy: actor.userId,
        undoneByName: actor.username,
        progressAt: () => 'now()',
      },
      action: 'import.undo_requested',
    });
    if (isRequested) await this.producer.tryEnqueue(UNDO_IMPORT, { importId });
    return this.summaryOf(importId);
  }
}

/** Sends a CSV file. On an error the connection is cut, so that a partial file never looks complete. */
export async function sendCsv(
  response: Response,
  { fileName, header, lines }: { fileName: string; header: string; lines: AsyncIterable<string> },
): Promise<void> {
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  response.write(BYTE_ORDER_MARK + header);
  try {
    await pipeline(lines, response);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}

function notFailed(): AppError {
  return new AppError('conflict', 'Only an import that has failed can be tried again.');
}
