import type { ReportType } from '@clearwatch/contracts/ai-reports';
import type { ReportDefinition } from '../queries/ledger-facts.ts';
import { customReport } from './gather-custom-report.ts';
import { individualAccountReport } from './gather-individual-account-report.ts';
import { achHighValueLendingReport } from './gather-lending-report.ts';
import {
  completeMemberIntelligenceReport,
  highValueCustomersReport,
  memberGrowthAnalysisReport,
  memberRiskAnalysisReport,
  vipMemberAnalysisReport,
} from './gather-member-reports.ts';
import {
  executiveSummaryReport,
  externalTransfersReport,
  strategicRecommendationsReport,
  trendAnalysisReport,
} from './gather-money-reports.ts';
import {
  anomalyDetectionReport,
  complianceAnalysisReport,
  fraudDetectionReport,
} from './gather-risk-reports.ts';

/** Every type of report and how it is written. */
export const REPORT_DEFINITIONS: Readonly<Record<ReportType, ReportDefinition>> = {
  custom: customReport,
  ach_high_value_lending: achHighValueLendingReport,
  strategic_recommendations: strategicRecommendationsReport,
  compliance_analysis: complianceAnalysisReport,
  anomaly_detection: anomalyDetectionReport,
  fraud_detection: fraudDetectionReport,
  executive_summary: executiveSummaryReport,
  trend_analysis: trendAnalysisReport,
  complete_member_intelligence: completeMemberIntelligenceReport,
  external_transfers_analysis: externalTransfersReport,
  high_value_customers: highValueCustomersReport,
  individual_account_analysis: individualAccountReport,
  member_growth_analysis: memberGrowthAnalysisReport,
  member_risk_analysis: memberRiskAnalysisReport,
  vip_member_analysis: vipMemberAnalysisReport,
};
