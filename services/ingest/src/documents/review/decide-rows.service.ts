import type { DecideRowsRequest, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { CsvRowReader } from '@clearwatch/domain/csv/csv-row-reader';
import { columnNames } from '@clearwatch/domain/csv/find-csv-table';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { latestDay } from '../../imports/latest-day.ts';
import { UploadsService } from '../../uploads/uploads.service.ts';
import { ImportRows } from '../extract/import-rows.ts';
import { ImportsOfDocument } from '../extract/imports-of-document.repository.ts';
import { ParseJobsService } from '../jobs/parse-jobs.service.ts';
import { ParsedRowsRepository, type TableOfDocument, type WaitingRow } from './parsed-rows.repository.ts';

/** People decide about rows that wait; what they accept is imported at once. */
@Injectable()
export class DecideRowsService {
  constructor(
    private readonly jobs: ParseJobsService,
    private readonly rows: ParsedRowsRepository,
    private readonly importRows: ImportRows,
    private readonly ofDocument: ImportsOfDocument,
    private readonly uploads: UploadsService,
  ) {}

  /**
   * @param clientGone ends the wait, not the import
   * @throws AppError `conflict` when a row no longer waits, `unprocessable` with what is wrong in which row
   */
  async decide(
    actor: Actor,
    parseJobId: number,
    { request: { decision, rows }, clientGone }: { request: DecideRowsRequest; clientGone: AbortSignal },
  ): Promise<ParseJobDetail> {
    const job = await this.jobs.find(parseJobId);
    if (job.status !== 'completed')
      throw new AppError('conflict', 'Rows can be decided when the document is read. Nothing was changed.');
    const which = { parseJobId, fileName: job.originalFileName };
    const tables = await this.rows.tables(parseJobId);
    const wanted = new Set(rows.map(({ row }) => row));
    const decided = await this.rows.decide(actor, which, {
      state: decision === 'accept' ? 'accepted' : 'discarded',
      rows,
      check: (row, cells) => checked(row, cells, tables),
    });
    if (decided < wanted.size)
      throw new AppError(
        'conflict',
        'Somebody has decided about one of these rows already. Nothing was changed.',
      );
    if (decision === 'accept') {
      await this.importRows.begin(actor, which, { state: 'accepted' });
      for (const importId of await this.ofDocument.idsOfRows(parseJobId, [...wanted]))
        await this.uploads.follow(importId, clientGone);
    }
    return this.jobs.detail(parseJobId);
  }
}

/** A row is only accepted when it can be a transaction: otherwise it would come back as a rejected one. */
function checked(
  { row, table }: WaitingRow,
  cells: readonly string[],
  tables: readonly TableOfDocument[],
): void {
  const found = tables[table];
  if (found === undefined) throw new AppError('unprocessable', `Row ${row} belongs to no table.`);
  const { header, mapping } = found;
  const reader = new CsvRowReader(mapping, columnNames(header, header.length), { latestDay: latestDay() });
  const read = reader.read({ cells, bytes: '', line: row, problem: null });
  if ('row' in read) return;
  const problems = read.problems.map(({ field, reason }) => `${field}: ${reason}`);
  throw new AppError('unprocessable', `Row ${row} cannot be imported. ${problems.join('. ')}.`);
}
