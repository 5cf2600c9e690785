import type { ReportType } from '@clearwatch/contracts/reports/report-types';
import type { ReportKind } from './define-report.ts';
import { executiveSummaryReport } from './executive-summary.ts';
import { memberRiskAnalysis } from './member-risk-analysis.ts';

/** Every type of report and how it is written. */
export const REPORT_KINDS: Partial<Record<ReportType, ReportKind>> = {
  executive_summary: executiveSummaryReport,
  member_risk_analysis: memberRiskAnalysis,
};
