import { json } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { CsvRowPreview } from '@clearwatch/contracts/csv-mapping.dto';
import type {
  ColumnChoices,
  ColumnQuestion,
  ColumnsPreview,
  DocumentColumns,
  DocumentLayoutFields,
  FoundColumns,
  PageLine,
  PageWord,
  SaveColumnsRequest,
} from '@clearwatch/contracts/document-layouts.dto';
import type { ParseJob } from '@clearwatch/contracts/documents.dto';
import { EXTRACT_DOCUMENT } from '@clearwatch/contracts/jobs.dto';
import { previewRows } from '@clearwatch/domain/csv/csv-file-reader';
import { columnNames } from '@clearwatch/domain/csv/find-csv-table';
import { mappingProblems } from '@clearwatch/domain/csv/guess-csv-mapping';
import { lineBeginning } from '@clearwatch/domain/documents/document-layout';
import { linesOf, textOf, type WordPage } from '@clearwatch/domain/documents/document-words';
import {
  type DocumentRead,
  findTables,
  type ReadTable,
  readDocument,
} from '@clearwatch/domain/documents/read-document';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { queryIntegers } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { latestAllowedDay } from '../import-file/import-copy-text.ts';
import { DocumentLayouts } from './document-layouts.repository.ts';
import { PagePictures } from './page-pictures.ts';
import { type AuditedDocument, documentAuditEvent, ParseJobEntity, toParseJob } from './parse-job.entity.ts';
import { shareOfPage } from './parsed-rows.repository.ts';

const NO_COLUMNS =
  'The columns of this document cannot be edited: it does not exist, or none of its rows or columns need review.';
const PREVIEW_ROWS = 20;

/** Reading again would discard what was reviewed, or import entries twice. */
const ROWS_ARE_USED = `EXISTS (SELECT FROM ledger.parsed_rows r LEFT JOIN ledger.imports i ON i.id = r.import_id
   WHERE r.parse_job_id = j.id AND (r.decided_at IS NOT NULL OR i.state NOT IN ('failed', 'undone')))`;

interface FoundJob {
  id: number;
  fileName: string;
  status: ParseJob['status'];
  foundColumns: FoundColumns;
}

interface FoundDocument extends AuditedDocument {
  found: FoundColumns;
  pages: WordPage[];
}

@Injectable()
export class DocumentColumnsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly layouts: DocumentLayouts,
    private readonly pictures: PagePictures,
    private readonly producer: JobProducer,
    private readonly trail: AuditTrail,
  ) {}

  /** A page shows member data, so viewing it is recorded. */
  async open(actor: Actor, id: number): Promise<DocumentColumns> {
    const document = await this.#find(id);
    const { found, pages } = document;
    const saved = await this.layouts.find(found.layout.fingerprint);
    const { cuts, mapping, lines } = saved?.layout ?? found.layout;
    const preview = this.#preview(document, { cuts, mapping, lines });
    const [readable, hasPicture] = await Promise.all([
      queryIntegers(this.database, `SELECT id FROM ledger.parse_jobs j WHERE id = $1 AND NOT ${ROWS_ARE_USED}`, [id]),
      this.pictures.hasPicture(id, found.page),
    ]);
    await this.trail.record(actor, documentAuditEvent('document.viewed', document), this.database.manager);
    const page = pages.find((one) => one.page === found.page);
    const { width, height } = page ?? { width: 1, height: 1 };
    return Object.assign(preview, {
      questions: saved === null ? mergeQuestions(found.questions, preview.questions) : preview.questions,
      page: found.page,
      width,
      height,
      hasPicture,
      pageLines: page === undefined ? [] : toPageLines(page),
      // A picture shows the words itself.
      words: page === undefined || hasPicture ? [] : toPageWords(page),
      choices: { cuts, mapping, lines },
      version: saved?.version ?? null,
      savedBy: saved?.savedByName ?? null,
      isReadAgain: readable.length === 1,
    });
  }

  async preview(id: number, choices: ColumnChoices): Promise<ColumnsPreview> {
    return this.#preview(await this.#find(id), checkedChoices(choices));
  }

  async save(actor: Actor, id: number, request: SaveColumnsRequest): Promise<ParseJob> {
    const { cuts, mapping, lines } = checkedChoices(request);
    const job = await this.#job(id);
    // First, because the document of the other person may be being read already.
    await this.layouts.assertVersion(job.foundColumns.layout.fingerprint, request.version);
    const document = await this.#open(job);
    const { columns, missing } = this.#preview(document, { cuts, mapping, lines });
    if (missing.length > 0) throw new AppError('unprocessable', missing.join(' '));
    const { fingerprint, headings: found } = document.found.layout;
    // A person added or removed columns.
    const headings = found.length === mapping.columnCount ? found : columns.map(({ name }) => name);
    const layout = { fingerprint, headings, cuts, mapping, lines };
    const again = await inTransaction(this.database, async (manager) => {
      const name = document.fileName.replace(/\.[a-z]{2,5}$/i, '').slice(0, 100);
      await this.layouts.save(actor, { name, layout, version: request.version }, manager);
      const fields = mapping.columns.map(({ column, field }) => `${column + 1}: ${field}`).join(', ');
      const event = documentAuditEvent('document.columns_saved', document, { columns: fields });
      await this.trail.record(actor, event, manager);
      return readAgain(manager, { id, fingerprint });
    });
    for (const parseJobId of again) {
      // The queue would mistake a dead job for the new one.
      await this.producer.removeFailed(EXTRACT_DOCUMENT, { parseJobId });
      await this.producer.tryEnqueue(EXTRACT_DOCUMENT, { parseJobId });
    }
    return toParseJob(await this.database.manager.findOneByOrFail(ParseJobEntity, { id }));
  }

  async #find(id: number): Promise<FoundDocument> {
    return this.#open(await this.#job(id));
  }

  async #job(id: number): Promise<FoundJob> {
    const job = await this.database.manager.findOne(ParseJobEntity, {
      select: { id: true, originalFileName: true, status: true, foundColumns: true },
      where: { id },
    });
    const { foundColumns } = job ?? {};
    if (job === null || !foundColumns) throw new AppError('not_found', NO_COLUMNS);
    return { id, status: job.status, fileName: job.originalFileName, foundColumns };
  }

  async #open({ id, fileName, status, foundColumns: found }: FoundJob): Promise<FoundDocument> {
    if (status !== 'needs_columns' && status !== 'completed')
      throw new AppError('conflict', 'The document is being read. Wait until it has been read.');
    const words = await this.pictures.readWords(id);
    if (words === null) throw new AppError('not_found', NO_COLUMNS);
    const pages = (await json(words.pipe(createGunzip()))) as WordPage[];
    return { parseJobId: id, fileName, found, pages };
  }

  #preview({ found, pages }: FoundDocument, choices: ColumnChoices): ColumnsPreview {
    const latestDay = latestAllowedDay();
    const read = (layouts: readonly DocumentLayoutFields[]): DocumentRead =>
      readDocument(findTables(pages, { layouts }), { latestDay, layouts });
    const fingerprints = fingerprintsOf(read([]));
    const { fingerprint: whole, headings } = found.layout;
    // The first pages alone may have another fingerprint than the document.
    const fingerprint = fingerprints.includes(whole) ? whole : (fingerprints[0] ?? whole);
    const layout = Object.assign({ fingerprint, headings }, choices);
    return previewOf(read([layout]), layout);
  }
}

function checkedChoices({ cuts, mapping, lines }: ColumnChoices): ColumnChoices {
  if (mapping.columnCount <= cuts.length || cuts.some((cut, index) => cut <= (cuts[index - 1] ?? 0)))
    throw new AppError('bad_request', 'The column boundaries must be in order, and fewer than the columns.');
  return { cuts, mapping: Object.assign(mapping, { hasHeader: true, skippedRows: 0 }), lines };
}

function tablesOf(result: DocumentRead): readonly ReadTable[] {
  return 'failure' in result ? [] : result.tables;
}

function fingerprintsOf(result: DocumentRead): string[] {
  const layouts = tablesOf(result).map(({ layout }) => layout);
  if ('needsColumns' in result && result.needsColumns !== undefined) layouts.unshift(result.needsColumns.layout);
  return layouts.map(({ fingerprint }) => fingerprint);
}

function previewOf(result: DocumentRead, layout: DocumentLayoutFields): ColumnsPreview {
  const tables = tablesOf(result);
  const table = tables.find((one) => one.layout.fingerprint === layout.fingerprint) ?? tables[0];
  const questions = 'needsColumns' in result ? [...(result.needsColumns?.questions ?? [])] : [];
  const { headings } = layout;
  const toColumns = (names: readonly string[]) => names.map((name, column) => ({ column, name }));
  if (table === undefined) {
    const missing = mappingProblems(layout.mapping);
    const failure = 'failure' in result ? [result.failure] : [];
    const names = columnNames(headings, layout.mapping.columnCount);
    return {
      columns: toColumns(names),
      firstRows: [],
      questions,
      missing: missing.length > 0 ? missing : failure,
    };
  }
  const shown = table.rows.slice(0, PREVIEW_ROWS);
  const records = [table.header, ...shown.map(({ cells }) => cells.map(({ text }) => text))].map((cells, line) => ({
    cells,
    bytes: '',
    line,
    problem: null,
  }));
  const { names, rows } = previewRows(
    { records },
    { mapping: table.mapping, most: PREVIEW_ROWS, latestDay: latestAllowedDay() },
  );
  const firstRows = rows.map((row, index): CsvRowPreview => {
    const doubts = shown[index]?.doubts ?? [];
    const sentences = doubts.map(({ column, reason }) =>
      column === null ? reason : `${names[column] ?? `Column ${column + 1}`}: ${reason}`,
    );
    return Object.assign({}, row, { problems: [...new Set([...row.problems, ...sentences])] });
  });
  const [read, described] = [table.mapping.columnCount, layout.mapping.columnCount];
  const missing =
    read === described
      ? mappingProblems(table.mapping)
      : [`The table is read with ${read} columns, not ${described}. Undo the last split or join.`];
  return { columns: toColumns(names), firstRows, questions, missing };
}

function mergeQuestions(found: readonly ColumnQuestion[], previewed: readonly ColumnQuestion[]): ColumnQuestion[] {
  const sentences = new Set(found.map(({ sentence }) => sentence));
  return [...found, ...previewed.filter(({ sentence }) => !sentences.has(sentence))];
}

const toPageWords = (page: WordPage): PageWord[] =>
  page.words.map((word) => Object.assign(shareOfPage(word, page), { text: word.text }));

function toPageLines(page: WordPage): PageLine[] {
  return linesOf(page).map(({ words, box }) => {
    const text = textOf(words);
    return Object.assign(shareOfPage(box, page), { text, begins: commonBeginning(text) });
  });
}

const MAX_BEGINNING = 60;

/** What lines of one kind have in common: the words before the first number or colon. */
export function commonBeginning(text: string): string {
  const plain = lineBeginning(text);
  const label = /^[^:9$]*:?/.exec(plain)?.[0].trim() ?? '';
  return (label.length < 2 ? plain : label).slice(0, MAX_BEGINNING).trim();
}

/** This document unless its rows are used, and all documents that wait for the same layout. */
async function readAgain(
  manager: EntityManager,
  { id, fingerprint }: { id: number; fingerprint: string },
): Promise<number[]> {
  // Waits for an import that is starting, which also locks the job.
  await manager.query('SELECT FROM ledger.parse_jobs WHERE id = $1 FOR UPDATE', [id]);
  return queryIntegers(
    manager,
    `WITH again AS (
       UPDATE ledger.parse_jobs j
          SET status = 'pending', attempt = NULL, result_data = NULL, error_message = NULL, completed_at = NULL,
              pages_done = 0, progress_at = now()
        WHERE (id = $1 AND status IN ('needs_columns', 'completed') AND NOT ${ROWS_ARE_USED})
           OR (status = 'needs_columns' AND found_columns #>> '{layout,fingerprint}' = $2)
       RETURNING id)
     SELECT id FROM again ORDER BY id`,
    [id, fingerprint],
  );
}
