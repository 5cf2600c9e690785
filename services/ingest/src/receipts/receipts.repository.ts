import type { ControlTotals, FileWarning } from '@clearwatch/contracts/imports.dto';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
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

  /** How many of the import's returns have found the entry that came back; finds its rows where they lie together. */
  async matchedReturnsOf(importId: number): Promise<number> {
    const [row] = await this.database.query<Row[]>(
      `SELECT count(*) AS total FROM ledger.transactions t JOIN ledger.entry_returns r ON r.return_id = t.id
       WHERE t.import_id = $1 AND t.entry_kind = 'return' AND r.original_id IS NOT NULL`,
      [importId],
    );
    return integerOf(row ?? {}, 'total');
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
