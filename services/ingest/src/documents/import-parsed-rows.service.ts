import { Readable } from 'node:stream';
import { IMPORT_FILE } from '@clearwatch/contracts/jobs.dto';
import { fileLayoutOf } from '@clearwatch/domain/csv/guess-csv-mapping';
import { csvLine } from '@clearwatch/service-kit/csv/csv-line';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ImportCsvMappingEntity } from '../csv-mappings/csv-mapping.entity.ts';
import { ImportsRepository } from '../imports/imports.repository.ts';
import { saveFile } from '../uploads/save-upload.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { type AuditedDocument, ParseJobEntity } from './parse-job.entity.ts';
import { ParsedRowsRepository } from './parsed-rows.repository.ts';

/** In no import, or only in one that failed or was undone. */
const NOT_IN_ACTIVE_IMPORT = `(import_id IS NULL OR EXISTS
  (SELECT 1 FROM ledger.imports i WHERE i.id = import_id AND i.state IN ('failed', 'undone')))`;

/** The rows to import: rows without doubts, for the attempt that read them, or rows that staff accepted. */
export type RowSelection = { state: 'ready'; attempt: string } | { state: 'accepted' };

interface TableRows {
  table: number;
  rows: { row: number; cells: readonly string[] }[];
}

/**
 * Imports the rows as a CSV file with the mapping that the document was read with. May run twice, because a row belongs
 * to only one import.
 */
@Injectable()
export class ParsedRowsImporter {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly imports: ImportsRepository,
    private readonly parsedRows: ParsedRowsRepository,
    private readonly store: UploadStore,
    private readonly producer: JobProducer,
  ) {}

  async begin(actor: Actor, document: AuditedDocument, wanted: RowSelection): Promise<void> {
    for (;;) {
      const [next] = await this.#waiting(document.parseJobId, wanted.state);
      if (next === undefined) return;
      try {
        const importId = await this.#import(actor, document, { ...next, wanted });
        await this.producer.tryEnqueue(IMPORT_FILE, { importId });
      } catch (error) {
        if (error instanceof ParseJobSuperseded) return;
        // Another process has started importing some of these rows: look for the rest again.
        if (!(error instanceof RowsImportedElsewhere)) throw error;
      }
    }
  }

  async #waiting(parseJobId: number, state: RowSelection['state']): Promise<TableRows[]> {
    return this.database.query<TableRows[]>(
      `SELECT table_number AS table, jsonb_agg(jsonb_build_object('row', row_number,
          'cells', jsonb_path_query_array(cells, '$[*].text')) ORDER BY row_number) AS rows
         FROM ledger.parsed_rows
        WHERE parse_job_id = $1 AND state = $2 AND ${NOT_IN_ACTIVE_IMPORT} GROUP BY table_number ORDER BY table_number`,
      [parseJobId, state],
    );
  }

  async #import(
    actor: Actor,
    document: AuditedDocument,
    { table, rows, wanted }: TableRows & { wanted: RowSelection },
  ): Promise<number> {
    const found = (await this.parsedRows.tables(document.parseJobId))[table];
    if (found === undefined) throw new Error(`Document ${document.parseJobId} has no table ${table}`);
    const { header, mapping } = found;
    const lines = [csvLine(header), ...rows.map(({ cells }) => csvLine(cells))];
    const fileName = `${document.fileName} (extracted).csv`;
    const { store } = this;
    const file = await saveFile(Readable.from(lines.map((line) => Buffer.from(line))), { store, fileName });
    return this.imports.recordReceived(actor, file, {
      state: 'received',
      before: async (manager, importId) => {
        await manager.insert(ImportCsvMappingEntity, {
          importId,
          ownLayout: fileLayoutOf(mapping),
          mapping,
          givenByName: 'document extraction',
          givenAt: () => 'now()',
        });
        const { parseJobId } = document;
        await lockParseJob(manager, parseJobId, wanted);
        await this.#take(manager, { importId, parseJobId, rows });
      },
    });
  }

  /** @throws RowsImportedElsewhere if another process imported some of the rows first; rolls back the transaction */
  async #take(
    manager: EntityManager,
    { importId, parseJobId, rows }: { importId: number; parseJobId: number; rows: TableRows['rows'] },
  ): Promise<void> {
    const [, changed] = await manager.query<[unknown, number]>(
      `UPDATE ledger.parsed_rows SET import_id = $1
        WHERE parse_job_id = $2 AND row_number = ANY($3) AND ${NOT_IN_ACTIVE_IMPORT}`,
      [importId, parseJobId, rows.map(({ row }) => row)],
    );
    if (changed !== rows.length)
      throw new RowsImportedElsewhere('another import already contains rows of the document');
  }
}

/**
 * Serializes imports of a document with its cancellation.
 * @throws ParseJobSuperseded if it was canceled or taken over
 */
async function lockParseJob(manager: EntityManager, parseJobId: number, wanted: RowSelection): Promise<void> {
  const job = await manager.findOne(ParseJobEntity, {
    select: { id: true, status: true, attempt: true },
    where: { id: parseJobId },
    lock: { mode: 'pessimistic_write' },
  });
  if (wanted.state === 'accepted') return;
  if (job?.status !== 'processing' || job.attempt !== wanted.attempt)
    throw new ParseJobSuperseded('the document was canceled, or another attempt is reading it');
}

class RowsImportedElsewhere extends Error {}

class ParseJobSuperseded extends Error {}
