import { IMPORT_FILE, type ImportFilePayload } from '@clearwatch/contracts/jobs/import-jobs';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Imports that nobody has begun, or whose worker has been silent for longer than any pause of a living one. */
@Injectable()
export class UnfinishedImports implements LostWorkFinder<ImportFilePayload> {
  readonly definition = IMPORT_FILE;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async findOpenWork(): Promise<ImportFilePayload[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT id FROM ledger.imports
       WHERE state IN ('received', 'importing') AND coalesce(progress_at, created_at) < now() - interval '15 seconds'
       ORDER BY id LIMIT 200`,
    );
    return rows.map((row) => ({ importId: integerOf(row, 'id') }));
  }
}
