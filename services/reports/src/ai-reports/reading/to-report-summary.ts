import { REPORT_TYPES } from '@clearwatch/contracts/ai-reports';
import { REPORT_STATES, type ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import {
  dayOf,
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';

export function toReportSummary(row: Row): ReportSummary {
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
