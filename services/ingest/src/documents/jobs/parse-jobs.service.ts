import type { Readable } from 'node:stream';
import type { ParseJob, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { EXTRACT_DOCUMENT } from '@clearwatch/contracts/jobs.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { UploadStore } from '../../uploads/upload-store.ts';
import { ImportsOfDocument } from '../extract/imports-of-document.repository.ts';
import { PagePictures } from '../pictures/page-pictures.ts';
import { ParsedRowsRepository } from '../review/parsed-rows.repository.ts';
import type { NamedDocument } from './parse-job-trail.ts';
import { ParseJobsRepository } from './parse-jobs.repository.ts';

/** The panel of recent jobs (spec section 9). */
const RECENT_HOURS = 24;
const MOST_RECENT = 10;

@Injectable()
export class ParseJobsService {
  constructor(
    private readonly repository: ParseJobsRepository,
    private readonly rows: ParsedRowsRepository,
    private readonly ofDocument: ImportsOfDocument,
    private readonly pictures: PagePictures,
    private readonly store: UploadStore,
    private readonly producer: JobProducer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  recent(): Promise<ParseJob[]> {
    return this.repository.recent({ hours: RECENT_HOURS, limit: MOST_RECENT });
  }

  async find(id: number): Promise<ParseJob> {
    const job = await this.repository.find(id);
    if (job === null) throw new AppError('not_found', 'There is no such document.');
    return job;
  }

  /** A look at a document is a look at what it says of members: it is written down. */
  async open(actor: Actor, id: number): Promise<ParseJobDetail> {
    const detail = await this.detail(id);
    await this.repository.noteViewed(actor, named(detail));
    return detail;
  }

  async detail(id: number): Promise<ParseJobDetail> {
    const [job, rows, tables, importIds, hasPictures] = await Promise.all([
      this.find(id),
      this.rows.all(id),
      this.rows.tables(id),
      this.ofDocument.ids(id),
      this.pictures.areThere(id),
    ]);
    const [table] = tables;
    const columns = (table?.header ?? []).map((name, column) => ({
      name,
      field: table?.mapping.columns.find((one) => one.column === column)?.field ?? null,
    }));
    return Object.assign({}, job, { columns, rows, importIds, hasPictures });
  }

  async cancel(actor: Actor, id: number): Promise<ParseJob> {
    const isCancelled = await this.repository.cancel(actor, named(await this.find(id)));
    if (!isCancelled)
      throw new AppError('conflict', 'The document is read already, or its rows are being imported.');
    return this.find(id);
  }

  async retry(actor: Actor, id: number): Promise<ParseJob> {
    const which = named(await this.find(id));
    // A job that died for good would be taken for the new one.
    await this.producer.forgetDead(EXTRACT_DOCUMENT, { parseJobId: id });
    const isOpen = await this.repository.reopen(actor, which);
    if (!isOpen) throw new AppError('conflict', 'Only a document that failed can be read again.');
    await this.enqueue(id);
    return this.find(id);
  }

  /** The queue being away is no reason to refuse a file that is safe on disk: the reconciler queues it later. */
  async enqueue(parseJobId: number): Promise<void> {
    await this.producer.enqueue(EXTRACT_DOCUMENT, { parseJobId }).catch((error: unknown) => {
      this.logger.warn({ err: error, parseJobId }, 'document is received but not yet queued');
    });
  }

  /** The picture of a page, JPEG. */
  async picture(id: number, page: number): Promise<Readable> {
    return found(await this.pictures.read(id, page), 'There is no picture of this page.');
  }

  /** The document as it was sent. */
  async original(id: number): Promise<{ job: ParseJob; stream: Readable }> {
    const job = await this.find(id);
    return {
      job,
      stream: found(await this.store.read(job.fileName), 'The document is no longer on the server.'),
    };
  }
}

const named = (job: ParseJob): NamedDocument => ({ parseJobId: job.id, fileName: job.originalFileName });

function found(stream: Readable | null, absence: string): Readable {
  if (stream === null) throw new AppError('not_found', absence);
  return stream;
}
