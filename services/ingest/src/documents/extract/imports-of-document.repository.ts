import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Into which imports the rows of a document went. */
@Injectable()
export class ImportsOfDocument {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Oldest first. */
  async ids(parseJobId: number): Promise<number[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT DISTINCT import_id FROM ledger.parsed_rows
        WHERE parse_job_id = $1 AND import_id IS NOT NULL ORDER BY import_id`,
      [parseJobId],
    );
    return rows.map((row) => integerOf(row, 'import_id'));
  }

  /** @param wanted numbers of its rows */
  async idsOfRows(parseJobId: number, wanted: readonly number[]): Promise<number[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT DISTINCT import_id FROM ledger.parsed_rows
        WHERE parse_job_id = $1 AND row_number = ANY($2) AND import_id IS NOT NULL ORDER BY import_id`,
      [parseJobId, wanted],
    );
    return rows.map((row) => integerOf(row, 'import_id'));
  }
}
