import type { Fact, ReportDocument } from '@clearwatch/contracts/ai-reports';
import { REPORT_WRITERS, type ReportDetail, type ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { enumOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { toReportSummary } from './to-report-summary.ts';

export function toReportDetail(row: Row): ReportDetail {
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
