import type { ReportSummary } from '@clearwatch/contracts/http/reports';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { toReportSummary } from './to-report-summary.ts';

@Injectable()
export class AiReportsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async count(): Promise<number> {
    const [row] = await this.database.query<Row[]>('SELECT count(*) AS total FROM reports.ai_reports');
    return row === undefined ? 0 : integerOf(row, 'total');
  }

  async newest(slice: { offset: number; limit: number }): Promise<ReportSummary[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT id, report_type, title, date_range_start::text, date_range_end::text, generated_at, requested_at, state,
              requested_by_name, unbound_count
         FROM reports.ai_reports ORDER BY requested_at DESC, id DESC LIMIT $1 OFFSET $2`,
      [slice.limit, slice.offset],
    );
    return rows.map(toReportSummary);
  }
}
