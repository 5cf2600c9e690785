import type { ReportType } from '@clearwatch/contracts/ai-reports';
import type { ReportDefinition } from '../queries/ledger-facts.ts';
import { achHighValueLendingReport, individualAccountReport } from './gather-account-reports.ts';
import { customReport } from './gather-custom-report.ts';
import * as members from './gather-member-reports.ts';
import * as money from './gather-money-reports.ts';
import * as risks from './gather-risk-reports.ts';

export const REPORT_DEFINITIONS: Readonly<Record<ReportType, ReportDefinition>> = {
  custom: customReport,
  ach_high_value_lending: achHighValueLendingReport,
  strategic_recommendations: money.strategicRecommendationsReport,
  compliance_analysis: risks.complianceAnalysisReport,
  anomaly_detection: risks.anomalyDetectionReport,
  fraud_detection: risks.fraudDetectionReport,
  executive_summary: money.executiveSummaryReport,
  trend_analysis: money.trendAnalysisReport,
  complete_member_intelligence: members.completeMemberIntelligenceReport,
  external_transfers_analysis: money.externalTransfersReport,
  high_value_customers: members.highValueCustomersReport,
  individual_account_analysis: individualAccountReport,
  member_growth_analysis: members.memberGrowthAnalysisReport,
  member_risk_analysis: members.memberRiskAnalysisReport,
  vip_member_analysis: members.vipMemberAnalysisReport,
};
