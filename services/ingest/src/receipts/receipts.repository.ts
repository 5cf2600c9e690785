import type { ControlTotals, FileWarning } from '@clearwatch/contracts/http/imports';
import type { Row } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { toControlTotals, toFileWarning } from './to-receipt-lines.ts';

/** What was noted about files; bounded by what `ReceiptNotes` keeps. */
@Injectable()
export class ReceiptsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** In the order of the file. */
  async totalsOf(importId: number): Promise<ControlTotals[]> {
    const rows = await this.database.query<Row[]>(
      'SELECT * FROM ledger.import_totals WHERE import_id = $1 ORDER BY position',
      [importId],
    );
    return rows.map(toControlTotals);
  }

  /** In the order of the file. */
  async warningsOf(importId: number): Promise<FileWarning[]> {
    const rows = await this.database.query<Row[]>(
      'SELECT * FROM ledger.import_warnings WHERE import_id = $1 ORDER BY position',
      [importId],
    );
    return rows.map(toFileWarning);
  }
}
