import { createReadStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cell, ExtractedTable, TableRow } from '@clearwatch/domain/documents/extracted-table';
import { readDocument } from '@clearwatch/domain/documents/read-document';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AnswerTooLarge, outboundFetch } from '@clearwatch/service-kit/http/outbound-client';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import LlamaCloud, { APIConnectionTimeoutError, APIError, toFile } from '@llamaindex/llama-cloud';
import type { ExtractV2Job } from '@llamaindex/llama-cloud/resources/extract';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { latestAllowedDay } from '../import-file/import-copy-text.ts';
import { IngestEnvironment } from '../ingest-environment.ts';
import type { DocumentExtractor, DocumentToRead, ExtractionContext, ReadDocument } from './reading/document-reader.ts';
import { ReadingFailure } from './reading/reading-protocol.ts';

/**
 * One object per table row, with the fields in spec section 3 (name, header, required, description). Each field is text
 * as printed and is parsed here by the same rules as in every other import.
 */
const EXTRACTED_FIELDS = [
  ['company', 'Company', true, 'Company, originator or merchant of the transaction'],
  ['last_name', 'Last Name', true, 'Last name of the member'],
  ['first_name', 'First Name', true, 'First name of the member'],
  ['middle_initial', 'Middle Initial', false, 'Middle initial of the member'],
  ['account_number', 'Account Number', true, 'Account number of the member, every character as printed'],
  ['original_account', 'Original Account', true, 'Original account number; the account number when there is no other'],
  ['transaction_code', 'Transaction Code', true, 'NACHA transaction code of two digits, such as 22 or 27'],
  ['amount', 'Amount', true, 'Amount as printed, with its sign, brackets, CR or DR'],
  ['transaction_type', 'Transaction Type', true, 'Credit or Debit'],
  ['posting_date', 'Posting Date', false, 'Date of posting as printed'],
  ['settlement_date', 'Settlement Date', false, 'Date of settlement as printed'],
  ['effective_date', 'Effective Date', false, 'Effective date as printed'],
  ['entry_description', 'Description', false, 'Description of the entry'],
  ['class', 'SEC', false, 'Standard entry class code, such as PPD or WEB'],
  ['check_tracer_number', 'Trace Number', false, 'Trace number'],
  ['batch', 'Batch', false, 'Batch number'],
  ['addenda', 'Addenda', false, 'Addenda information'],
] as const;

const EXTRACTION_SCHEMA = {
  type: 'object',
  properties: Object.fromEntries(
    EXTRACTED_FIELDS.map(([name, , , description]) => [name, { type: 'string', description }]),
  ),
  required: EXTRACTED_FIELDS.filter(([, , isRequired]) => isRequired).map(([name]) => name),
};

const MESSAGE_BY_STATUS: Readonly<Record<number, string>> = {
  400: "The extraction service rejected the request. Ask an operator to update Clearwatch, or to remove the service's key so that documents are read on your institution's own server.",
  401: 'The extraction service does not accept the configured key. Ask an operator to renew the key, then try again.',
  402: 'The extraction service account has no credits left. Ask an operator to add credits, then try again.',
  403: 'The configured key has no permission to use the extraction service. Ask an operator to check its permissions, then try again.',
  404: 'The extraction service no longer has this document. Try again to resend it.',
  413: 'The document is too large for the extraction service. Split it and upload the parts.',
  422: 'The extraction service cannot read this document. Check that it opens, or save it as a PDF and upload it again.',
  429: 'The extraction service received too many requests. Try again in a few minutes.',
};
const SERVICE_UNAVAILABLE =
  'The extraction service is not responding. Nothing was imported. Try again in a few minutes.';
const TIMED_OUT = 'The extraction service did not respond in time. Nothing was imported. Try again in a few minutes.';

/** The message that staff see when the service fails: the reason and what to do, without quoting the service. */
function toReadingFailure(error: unknown): Error {
  if (error instanceof ReadingFailure) return error;
  if (error instanceof AnswerTooLarge) return new ReadingFailure(UNUSABLE_ANSWER);
  if (error instanceof APIConnectionTimeoutError) return new ReadingFailure(TIMED_OUT);
  if (error instanceof APIError) {
    const status = typeof error.status === 'number' ? error.status : 0;
    return new ReadingFailure(MESSAGE_BY_STATUS[status] ?? SERVICE_UNAVAILABLE);
  }
  return error instanceof Error ? error : new Error('the extraction service failed');
}

function isNotFound(error: unknown): boolean {
  return error instanceof APIError && error.status === 404;
}

const MAX_EXTRACTED_ROWS = 50_000;
const MAX_CELL_LENGTH = 1_000;
const EMPTY_BOX = { x: 0, y: 0, width: 0, height: 0 };

const UNUSABLE_ANSWER =
  "The extraction service did not return a list of transactions. Try again, or ask an operator to have documents read on your institution's own server.";

/**
 * A missing value or one of the wrong type becomes an empty cell, which staff review.
 * @throws ReadingFailure if the result is not a list of objects
 */
function toExtractedTable(job: ExtractV2Job): ExtractedTable {
  const { extract_result: result } = job;
  if (!Array.isArray(result) || result.length > MAX_EXTRACTED_ROWS) throw new ReadingFailure(UNUSABLE_ANSWER);
  const metadata = job.extract_metadata?.field_metadata?.row_metadata ?? [];
  const rows = result.map((element: unknown, index): TableRow => {
    if (typeof element !== 'object' || element === null || Array.isArray(element))
      throw new ReadingFailure(UNUSABLE_ANSWER);
    const about = metadata[index] ?? {};
    const cells = EXTRACTED_FIELDS.map(([name]) => toCell((element as Record<string, unknown>)[name], about[name]));
    return { cells, page: pageNumberOf(about), box: EMPTY_BOX };
  });
  const used = EXTRACTED_FIELDS.map((_, column) => rows.some(({ cells }) => cells[column]?.text !== ''));
  return {
    header: EXTRACTED_FIELDS.filter((_, column) => used[column]).map(([, header]) => header),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter((_, column) => used[column]) })),
    totals: [],
    layout: { cuts: [] },
  };
}

function toCell(value: unknown, about: unknown): Cell {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const confidence = numberIn(about, 'confidence') ?? numberIn(about, 'extraction_confidence');
  return {
    text: text.slice(0, MAX_CELL_LENGTH),
    confidence: text === '' ? 1 : Math.min(0.99, confidence ?? 0.99),
    place: null,
  };
}

function pageNumberOf(about: Readonly<Record<string, unknown>>): number {
  for (const field of Object.values(about)) {
    const citation = typeof field === 'object' && field !== null && 'citation' in field ? field.citation : null;
    const page = Array.isArray(citation) ? numberIn(citation[0], 'page') : null;
    if (page !== null && Number.isSafeInteger(page) && page > 0) return page;
  }
  return 1;
}

function numberIn(value: unknown, name: string): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const found = (value as Record<string, unknown>)[name];
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** 50,000 rows with their metadata take about half of this. */
const MAX_ANSWER_BYTES = 64 * 1024 ** 2;
const CALL_TIMEOUT_MS = 60_000;
const JOB_TIMEOUT_MS = 15 * 60_000;
const FIRST_POLL_DELAY_MS = 1_000;
const MAX_POLL_DELAY_MS = 10_000;

const TOO_LONG = 'The extraction service did not finish within 15 minutes. Try again later, or split the document.';
const JOB_FAILED =
  'The extraction service could not read this document. Check that it is legible and contains a table of transactions.';
const NO_TRANSACTIONS = 'No transactions were found in the document. Check that it is the right document.';

/**
 * Reads documents with LlamaExtract v2. After a restart, the job is resumed by its stored id. At the end, the file and
 * the job are deleted from the service.
 */
@Injectable()
export class LlamaExtractor implements DocumentExtractor {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async extract(document: DocumentToRead, run: ExtractionContext): Promise<ReadDocument> {
    const client = this.#client();
    let work: ExtractV2Job | null = null;
    try {
      work = await this.#begun(client, document, run);
      const done = await this.#finished(client, work, run);
      const read = readDocument({ tables: [toExtractedTable(done)], unread: [] }, { latestDay: latestAllowedDay() });
      if ('failure' in read) throw new ReadingFailure(read.failure);
      // Without positions, no one can say what the columns are: all rows wait for review.
      const { tables, unread } = read;
      if (tables.every(({ rows }) => rows.length === 0)) throw new ReadingFailure(NO_TRANSACTIONS);
      return { tables, unread, pages: [] };
    } catch (error) {
      run.signal.throwIfAborted();
      throw toReadingFailure(error);
    } finally {
      if (work !== null && !isWorkerShutdown(run.signal)) await this.#forget(client, work);
    }
  }

  #client(): LlamaCloud {
    return new LlamaCloud({
      apiKey: this.environment.LLAMA_CLOUD_API_KEY ?? '',
      baseURL: this.environment.LLAMA_CLOUD_BASE_URL,
      maxRetries: 2,
      timeout: CALL_TIMEOUT_MS,
      fetch: outboundFetch({ maxBytes: MAX_ANSWER_BYTES }),
      // More verbose levels log document content.
      logLevel: 'error',
    });
  }

  async #begun(client: LlamaCloud, { path, fileName, type, resumeId }: DocumentToRead, run: ExtractionContext) {
    const { signal } = run;
    if (resumeId !== null) {
      const known = await client.extract.get(resumeId, {}, { signal }).catch((error: unknown) => {
        if (isNotFound(error)) return null;
        throw error;
      });
      if (known !== null) return known;
    }
    const file = await client.files.create(
      { file: await toFile(createReadStream(path), fileName, { type }), purpose: 'extract' },
      { signal },
    );
    try {
      const work = await client.extract.create(
        {
          file_input: file.id,
          configuration: {
            data_schema: EXTRACTION_SCHEMA,
            extraction_target: 'per_table_row',
            confidence_scores: true,
            cite_sources: true,
            disable_cache: true,
          },
        },
        { signal },
      );
      await run.noteBegun({ resumeId: work.id, configurationId: work.configuration_id ?? null });
      return work;
    } catch (error) {
      await this.#deleted('file', () => client.files.delete(file.id));
      throw error;
    }
  }

  /** An unknown status is treated as in progress. */
  async #finished(client: LlamaCloud, begun: ExtractV2Job, { signal }: ExtractionContext): Promise<ExtractV2Job> {
    const deadline = Date.now() + JOB_TIMEOUT_MS;
    for (let wait = FIRST_POLL_DELAY_MS; ; wait = Math.min(wait * 1.5, MAX_POLL_DELAY_MS)) {
      const work = await client.extract.get(begun.id, { expand: ['extract_metadata'] }, { signal });
      if (work.status === 'COMPLETED') return work;
      if (work.status === 'FAILED' || work.status === 'CANCELLED') throw new ReadingFailure(JOB_FAILED);
      if (Date.now() > deadline) throw new ReadingFailure(TOO_LONG);
      await pause(wait, undefined, { signal });
    }
  }

  async #forget(client: LlamaCloud, work: ExtractV2Job): Promise<void> {
    await this.#deleted('work', () => client.extract.delete(work.id));
    await this.#deleted('file', () => client.files.delete(work.file_input));
  }

  /** A failure matters to operators, not to the user who uploaded the document. */
  async #deleted(what: 'file' | 'work', remove: () => PromiseLike<unknown>): Promise<void> {
    try {
      await remove();
    } catch (error) {
      if (!isNotFound(error)) this.logger.warn({ what }, 'could not be deleted from the extraction service');
    }
  }
}

/** A worker that shuts down leaves the job to the next one; a canceled job is deleted. */
function isWorkerShutdown(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof Error && signal.reason.name === 'DocumentClaimLost');
}
