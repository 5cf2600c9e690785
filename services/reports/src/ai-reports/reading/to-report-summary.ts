import { REPORT_STATES, type ReportSummary } from '@clearwatch/contracts/http/reports';
import { REPORT_TYPES } from '@clearwatch/contracts/reports/report-types';
import { oneOf } from '@clearwatch/service-kit/database/one-of';
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
    reportType: oneOf(REPORT_TYPES, row, 'report_type'),
    title: textOf(row, 'title'),
    dateRangeStart: nullable(dayOf, row, 'date_range_start'),
    dateRangeEnd: nullable(dayOf, row, 'date_range_end'),
    generatedAt: nullable(instantOf, row, 'generated_at') ?? instantOf(row, 'requested_at'),
    state: oneOf(REPORT_STATES, row, 'state'),
    requestedBy: textOf(row, 'requested_by_name'),
    unboundCount: integerOf(row, 'unbound_count'),
  };
}
