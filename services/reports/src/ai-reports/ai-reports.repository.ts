import { type Fact, REPORT_TYPES, type ReportDocument } from '@clearwatch/contracts/ai-reports';
import {
  REPORT_STATES,
  REPORT_WRITERS,
  type ReportDetail,
  type ReportSummary,
} from '@clearwatch/contracts/ai-reports.dto';
import {
  dayOf,
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

export const REPORT_NOT_FOUND = 'There is no such report.';

export function reportNotFound(): AppError {
  return new AppError('not_found', REPORT_NOT_FOUND);
}

function toReportSummary(row: Row): ReportSummary {
  return {
    id: integerOf(row, 'id'),
    reportType: enumOf(REPORT_TYPES, row, 'report_type'),
    title: textOf(row, 'title'),
    dateRangeStart: nullable(dayOf, row, 'date_range_start'),
    dateRangeEnd: nullable(dayOf, row, 'date_range_end'),
    generatedAt: nullable(instantOf, row, 'generated_at') ?? instantOf(row, 'requested_at'),
    state: enumOf(REPORT_STATES, row, 'state'),
    requestedBy: textOf(row, 'requested_by_name'),
    unboundCount: integerOf(row, 'unbound_count'),
  };
}

function toReportDetail(row: Row): ReportDetail {
  const summary: { [Field in keyof ReportSummary]: ReportSummary[Field] } = toReportSummary(row);
  return {
    ...summary,
    content: textOf(row, 'content'),
    prompt: nullable(textOf, row, 'prompt'),
    writer: nullable((from, column) => enumOf(REPORT_WRITERS, from, column), row, 'writer'),
    model: nullable(textOf, row, 'model'),
    notice: nullable(textOf, row, 'notice'),
    promptTokens: nullable(integerOf, row, 'prompt_tokens'),
    completionTokens: nullable(integerOf, row, 'completion_tokens'),
    cost: nullable(fractionOf, row, 'cost'),
    document: nullable(documentOf, row, 'document'),
    facts: factsOf(row, 'facts'),
  };
}

function fractionOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new TypeError(`Column ${column} should be a number`);
  return value;
}

/** Only this service writes it, from what the compiler has checked. */
function documentOf(row: Row, column: string): ReportDocument {
  const value = row[column];
  if (typeof value !== 'object' || value === null || !('sections' in value) || !('headline' in value))
    throw new TypeError(`Column ${column} should be a report`);
  return value as ReportDocument;
}

function factsOf(row: Row, column: string): Fact[] {
  const value = row[column];
  if (!Array.isArray(value)) throw new TypeError(`Column ${column} should be a list`);
  return value as Fact[];
}

const SUMMARY_COLUMNS = `id, report_type, title, date_range_start::text, date_range_end::text, generated_at, requested_at, state,
  requested_by_name, unbound_count`;
const DETAIL_COLUMNS = `${SUMMARY_COLUMNS}, content, prompt, writer, model, notice, prompt_tokens, completion_tokens, cost::float8,
  document, facts`;

/** Part of a title, whose own signs are no pattern; the empty one is in all of them. A few reports are written a day. */
const TITLE_CONTAINS_SQL = 'position(reports.folded($1) IN reports.folded(title)) > 0';

/** What staff may ask about reports. */
@Injectable()
export class AiReportsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async count(titled: string): Promise<number> {
    const [row = {}] = await this.database.query<Row[]>(
      `SELECT count(*) AS total FROM reports.ai_reports WHERE ${TITLE_CONTAINS_SQL}`,
      [titled],
    );
    return integerOf(row, 'total');
  }

  /** @param titled what the titles must hold; empty: any */
  async newestFirst(page: Page, titled: string): Promise<ReportSummary[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT ${SUMMARY_COLUMNS} FROM reports.ai_reports WHERE ${TITLE_CONTAINS_SQL}
        ORDER BY requested_at DESC, id DESC LIMIT $2 OFFSET $3`,
      [titled, page.limit, page.offset],
    );
    return rows.map(toReportSummary);
  }

  async find(id: number): Promise<ReportDetail | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT ${DETAIL_COLUMNS} FROM reports.ai_reports WHERE id = $1::bigint`,
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
