import type { ReportDetail, ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { toReportDetail } from './to-report-detail.ts';
import { toReportSummary } from './to-report-summary.ts';

const OF_SUMMARY = `id, report_type, title, date_range_start::text, date_range_end::text, generated_at, requested_at, state,
  requested_by_name, unbound_count`;
const OF_DETAIL = `${OF_SUMMARY}, content, prompt, writer, model, notice, prompt_tokens, completion_tokens, cost::float8,
  document, facts`;

/** Part of a title, whose own signs are no pattern; the empty one is in all of them. A few reports are written a day. */
const TITLED = 'position(reports.folded($1) IN reports.folded(title)) > 0';

/** What staff may ask about reports. */
@Injectable()
export class AiReportsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async count(titled: string): Promise<number> {
    const [row = {}] = await this.database.query<Row[]>(
      `SELECT count(*) AS total FROM reports.ai_reports WHERE ${TITLED}`,
      [titled],
    );
    return integerOf(row, 'total');
  }

  /** @param titled what the titles must hold; empty: any */
  async newestFirst(page: Page, titled: string): Promise<ReportSummary[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT ${OF_SUMMARY} FROM reports.ai_reports WHERE ${TITLED}
        ORDER BY requested_at DESC, id DESC LIMIT $2 OFFSET $3`,
      [titled, page.limit, page.offset],
    );
    return rows.map(toReportSummary);
  }

  async find(id: number): Promise<ReportDetail | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT ${OF_DETAIL} FROM reports.ai_reports WHERE id = $1::bigint`,
      [id],
    );
    return row === undefined ? null : toReportDetail(row);
  }

  /** Whether somebody is still to write it. */
  async isOpen(id: number): Promise<boolean> {
    const rows = await this.database.query<Row[]>(
      `SELECT 1 FROM reports.ai_reports WHERE id = $1::bigint AND state IN ('pending', 'composing')`,
      [id],
    );
    return rows.length === 1;
  }
}
