import { TRANSACTIONS_IMPORTED, type TransactionsImportedPayload } from '@clearwatch/contracts/jobs.dto';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Imports that are in the ledger but not in the figures: analytics may never have been told. */
@Injectable()
export class UnprojectedImports implements LostWorkFinder<TransactionsImportedPayload> {
  readonly definition = TRANSACTIONS_IMPORTED;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async findOpenWork(): Promise<TransactionsImportedPayload[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT i.id FROM ledger.imports i
       WHERE i.state = 'stored' AND i.finished_at < now() - interval '5 seconds'
         AND NOT EXISTS (SELECT 1 FROM analytics.projected_imports p WHERE p.import_id = i.id)
       ORDER BY i.id LIMIT 200`,
    );
    return rows.map((row) => ({ importId: integerOf(row, 'id') }));
  }
}
