import type { ReportSummary } from '@clearwatch/contracts/http/reports';
import {
  dayOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row';

export function toReportSummary(row: Row): ReportSummary {
  return {
    id: integerOf(row, 'id'),
    reportType: textOf(row, 'report_type'),
    title: textOf(row, 'title'),
    dateRangeStart: nullable(dayOf, row, 'date_range_start'),
    dateRangeEnd: nullable(dayOf, row, 'date_range_end'),
    generatedAt: instantOf(row, 'generated_at'),
  };
}
