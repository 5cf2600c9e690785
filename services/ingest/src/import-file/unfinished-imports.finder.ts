import { IMPORT_FILE, type ImportFilePayload } from '@clearwatch/contracts/jobs.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { importFailed, systemFor } from '../imports/import-trail.ts';
import { failureOf } from './failure-of.ts';

/** Nobody has begun it, or its worker has been silent for longer than any pause of a living one. */
const UNATTENDED = `state IN ('received', 'importing') AND coalesce(progress_at, created_at) < now() - interval '15 seconds'`;

/** Imports that nobody works on. */
@Injectable()
export class UnfinishedImports implements LostWorkFinder<ImportFilePayload> {
  readonly definition = IMPORT_FILE;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async findOpenWork(): Promise<ImportFilePayload[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT id FROM ledger.imports WHERE ${UNATTENDED} ORDER BY id LIMIT 200`,
    );
    return rows.map((row) => ({ importId: integerOf(row, 'id') }));
  }

  /** Its file ended every worker that took it, or it could not even be marked as failed. */
  async giveUp({ importId }: ImportFilePayload): Promise<void> {
    const { code, text } = failureOf(new Error('The job of the import is dead'));
    await inTransaction(this.database, async (manager) => {
      const [[row]] = await manager.query<[Row[], number]>(
        `UPDATE ledger.imports SET state = 'failed', failure_code = $2, failure = $3, finished_at = now()
         WHERE id = $1 AND ${UNATTENDED} RETURNING file_name`,
        [importId, code, text],
      );
      if (row === undefined) return;
      const which = { importId, fileName: textOf(row, 'file_name') };
      await this.trail.record(systemFor(which), importFailed(which, code), manager);
    });
  }
}
