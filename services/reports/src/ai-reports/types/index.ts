import type { ReportType } from '@clearwatch/contracts/ai-reports';
import { achHighValueLending } from './ach-high-value-lending.ts';
import { anomalyDetectionReport } from './anomaly-detection.ts';
import { completeMemberIntelligence } from './complete-member-intelligence.ts';
import { complianceAnalysisReport } from './compliance-analysis.ts';
import { customReport } from './custom.ts';
import type { ReportKind } from './define-report.ts';
import { executiveSummaryReport } from './executive-summary.ts';
import { externalTransfersAnalysis } from './external-transfers-analysis.ts';
import { fraudDetectionReport } from './fraud-detection.ts';
import { highValueCustomers } from './high-value-customers.ts';
import { individualAccountAnalysis } from './individual-account-analysis.ts';
import { memberGrowthAnalysis } from './member-growth-analysis.ts';
import { memberRiskAnalysis } from './member-risk-analysis.ts';
import { strategicRecommendationsReport } from './strategic-recommendations.ts';
import { trendAnalysisReport } from './trend-analysis.ts';
import { vipMemberAnalysis } from './vip-member-analysis.ts';

/** Every type of report and how it is written. */
export const REPORT_KINDS: Readonly<Record<ReportType, ReportKind>> = {
  custom: customReport,
  ach_high_value_lending: achHighValueLending,
  strategic_recommendations: strategicRecommendationsReport,
  compliance_analysis: complianceAnalysisReport,
  anomaly_detection: anomalyDetectionReport,
  fraud_detection: fraudDetectionReport,
  executive_summary: executiveSummaryReport,
  trend_analysis: trendAnalysisReport,
  complete_member_intelligence: completeMemberIntelligence,
  external_transfers_analysis: externalTransfersAnalysis,
  high_value_customers: highValueCustomers,
  individual_account_analysis: individualAccountAnalysis,
  member_growth_analysis: memberGrowthAnalysis,
  member_risk_analysis: memberRiskAnalysis,
  vip_member_analysis: vipMemberAnalysis,
};
