import type { Readable } from 'node:stream';
import type { DecideRowsRequest, ParseJob, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { EXTRACT_DOCUMENT } from '@clearwatch/contracts/jobs.dto';
import { CsvRowReader } from '@clearwatch/domain/csv/csv-row-reader';
import { columnNames } from '@clearwatch/domain/csv/find-csv-table';
import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, Equal, type FindOptionsWhere, In, type QueryDeepPartialEntity, Raw, Repository } from 'typeorm';
import { latestAllowedDay } from '../import-file/import-copy-text.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { UploadsService } from '../uploads/uploads.service.ts';
import { ParsedRowsImporter } from './import-parsed-rows.service.ts';
import { PagePictures } from './page-pictures.ts';
import {
  type AuditedDocument,
  documentAuditEvent,
  type ParsedTable,
  ParseJobEntity,
  toParseJob,
} from './parse-job.entity.ts';
import { ParsedRowsRepository, type PendingRow } from './parsed-rows.repository.ts';

/** The panel of recent jobs (spec section 9). */
const RECENT = { hours: 24, jobs: 10 };

const hasRow = (row: string) =>
  `EXISTS (SELECT 1 FROM ledger.parsed_rows r WHERE r.parse_job_id = parse_jobs.id AND ${row})`;

@Injectable()
export class ParseJobsService {
  private readonly pictureViews = new RecentViews();

  constructor(
    @InjectRepository(ParseJobEntity) private readonly repository: Repository<ParseJobEntity>,
    private readonly rows: ParsedRowsRepository,
    private readonly importer: ParsedRowsImporter,
    private readonly uploads: UploadsService,
    private readonly pictures: PagePictures,
    private readonly store: UploadStore,
    private readonly producer: JobProducer,
    private readonly trail: AuditTrail,
  ) {}

  async recent(): Promise<ParseJob[]> {
    const isRecent = (column: string) => `${column} > now() - make_interval(hours => :hours)`;
    const rows = await this.repository.find({
      where: { createdAt: Raw(isRecent, { hours: RECENT.hours }) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: RECENT.jobs,
    });
    return rows.map(toParseJob);
  }

  async find(id: number): Promise<ParseJob> {
    const row = await this.repository.findOneBy({ id });
    if (row === null) throw new AppError('not_found', 'This document does not exist.');
    return toParseJob(row);
  }

  /** A document shows member data, so viewing it is recorded. */
  async open(actor: Actor, id: number): Promise<ParseJobDetail> {
    const detail = await this.detail(id);
    const event = documentAuditEvent('document.viewed', toAuditedDocument(detail));
    await this.trail.record(actor, event, this.repository.manager);
    return detail;
  }

  async detail(id: number): Promise<ParseJobDetail> {
    const [job, rows, tables, importIds, hasPictures, hasWords] = await Promise.all([
      this.find(id),
      this.rows.all(id),
      this.rows.tables(id),
      this.rows.importIds(id),
      this.pictures.areThere(id),
      this.pictures.hasWords(id),
    ]);
    const [table] = tables;
    const columns = (table?.header ?? []).map((name, column) => ({
      name,
      field: table?.mapping.columns.find((one) => one.column === column)?.field ?? null,
    }));
    const canEditColumns = hasWords && (job.status === 'needs_columns' || job.status === 'completed');
    return Object.assign({}, job, { columns, rows, importIds, hasPictures, canEditColumns });
  }

  async cancel(actor: Actor, id: number): Promise<ParseJob> {
    const isCancelled = await this.#change(actor, await this.find(id), {
      where: {
        id: And(
          Equal(id),
          Raw(() => `NOT ${hasRow('r.import_id IS NOT NULL')}`),
        ),
        status: In(['pending', 'processing', 'needs_columns']),
      },
      to: {
        status: 'failed',
        errorMessage: `Canceled by ${actor.username}.`,
        attempt: null,
        foundColumns: null,
        completedAt: () => 'now()',
      },
      action: 'document.cancelled',
    });
    if (!isCancelled)
      throw new AppError(
        'conflict',
        'The document has already been read, or its rows are being imported. It can no longer be canceled.',
      );
    return this.find(id);
  }

  /** Reads a failed document again. If some of its rows were imported or reviewed, only the import is repeated. */
  async retry(actor: Actor, id: number): Promise<ParseJob> {
    const job = await this.find(id);
    // The queue would mistake a dead job for the new one.
    await this.producer.removeFailed(EXTRACT_DOCUMENT, { parseJobId: id });
    const isUsed = hasRow('(r.import_id IS NOT NULL OR r.decided_at IS NOT NULL)');
    const isOpen = await this.#change(actor, job, {
      where: { id, status: 'failed' },
      to: {
        status: 'pending',
        errorMessage: null,
        attempt: null,
        completedAt: null,
        pagesDone: 0,
        progressAt: () => 'now()',
        llamaParseJobId: null,
        resultData: () => `CASE WHEN ${isUsed} THEN result_data END`,
      },
      action: 'document.retried',
    });
    if (!isOpen) throw new AppError('conflict', 'Only a document that failed can be read again.');
    await this.producer.tryEnqueue(EXTRACT_DOCUMENT, { parseJobId: id });
    return this.find(id);
  }

  #change(
    actor: Actor,
    job: ParseJob,
    options: {
      where: FindOptionsWhere<ParseJobEntity>;
      to: QueryDeepPartialEntity<ParseJobEntity>;
      action: 'document.cancelled' | 'document.retried';
    },
  ): Promise<boolean> {
    return inTransaction(this.repository.manager.connection, async (manager) => {
      // Waits for an import that is starting, which also locks the job.
      await manager.findOne(ParseJobEntity, {
        select: { id: true },
        where: { id: job.id },
        lock: { mode: 'pessimistic_write' },
      });
      const { affected } = await manager.update(ParseJobEntity, options.where, options.to);
      if (affected !== 1) return false;
      const event = documentAuditEvent(options.action, toAuditedDocument(job));
      await this.trail.record(actor, event, manager);
      return true;
    });
  }

  async decide(
    actor: Actor,
    parseJobId: number,
    { request: { decision, rows }, clientGone }: { request: DecideRowsRequest; clientGone: AbortSignal },
  ): Promise<ParseJobDetail> {
    const job = await this.find(parseJobId);
    if (job.status !== 'completed')
      throw new AppError(
        'conflict',
        'Wait until the document has been read before you review its rows. Nothing was changed.',
      );
    const which = { parseJobId, fileName: job.originalFileName };
    const tables = await this.rows.tables(parseJobId);
    const rowNumbers = new Set(rows.map(({ row }) => row));
    const decided = await this.rows.decide(actor, which, {
      state: decision === 'accept' ? 'accepted' : 'discarded',
      rows,
      check: (row, cells) => checkAcceptedRow(row, cells, tables),
    });
    if (decided < rowNumbers.size)
      throw new AppError(
        'conflict',
        'Someone has already reviewed one of these rows. Nothing was changed. Reload the page.',
      );
    if (decision === 'accept') {
      await this.importer.begin(actor, which, { state: 'accepted' });
      for (const importId of await this.rows.importIds(parseJobId, [...rowNumbers]))
        await this.uploads.follow(importId, clientGone);
    }
    return this.detail(parseJobId);
  }

  /** The pages of one document count as one view. */
  async picture(actor: Actor, id: number, page: number): Promise<Readable> {
    const event = documentAuditEvent('document.viewed', toAuditedDocument(await this.find(id)));
    const stream = streamOrNotFound(await this.pictures.read(id, page), 'There is no picture of this page.');
    const write = () => this.trail.record(actor, event, this.repository.manager);
    return recordedStream(stream, this.pictureViews.record(actor, id, { now: Date.now(), write }));
  }

  async original(actor: Actor, id: number): Promise<{ job: ParseJob; stream: Readable }> {
    const job = await this.find(id);
    const read = await this.store.read(job.fileName);
    const stream = streamOrNotFound(read, 'The document is no longer on the server. Please upload it again.');
    const event = documentAuditEvent('document.downloaded', toAuditedDocument(job));
    const recording = this.trail.record(actor, event, this.repository.manager);
    return { job, stream: await recordedStream(stream, recording) };
  }
}

const toAuditedDocument = (job: ParseJob): AuditedDocument => ({
  parseJobId: job.id,
  fileName: job.originalFileName,
});

/** Serves nothing unless the event is stored. */
async function recordedStream(stream: Readable, recording: Promise<void>): Promise<Readable> {
  try {
    await recording;
    return stream;
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

function streamOrNotFound(stream: Readable | null, absence: string): Readable {
  if (stream === null) throw new AppError('not_found', absence);
  return stream;
}

/** An accepted row must be a valid transaction, or the import would reject it. */
function checkAcceptedRow({ row, table }: PendingRow, cells: readonly string[], tables: readonly ParsedTable[]): void {
  const found = tables[table];
  if (found === undefined)
    throw new AppError('unprocessable', `Row ${row} does not belong to a table, so it cannot be accepted. Discard it.`);
  const { header, mapping } = found;
  const reader = new CsvRowReader(mapping, columnNames(header, header.length), {
    latestDay: latestAllowedDay(),
  });
  const read = reader.read({ cells, bytes: '', line: row, problem: null });
  if ('row' in read) return;
  const problems = read.problems.map(({ field, reason }) => `${field}: ${reason}`);
  throw new AppError('unprocessable', `Row ${row} cannot be imported. ${problems.join('. ')}.`);
}
