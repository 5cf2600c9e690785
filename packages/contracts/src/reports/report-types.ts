/** What an AI report can be about (spec "ai_reports"), in the order in which the form offers them. */
export const REPORT_TYPES = [
  'executive_summary',
  'trend_analysis',
  'anomaly_detection',
  'strategic_recommendations',
  'individual_account_analysis',
  'external_transfers_analysis',
  'member_risk_analysis',
  'member_growth_analysis',
  'compliance_analysis',
  'vip_member_analysis',
  'complete_member_intelligence',
  'ach_high_value_lending',
  'fraud_detection',
  'high_value_customers',
  'custom',
] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const REPORT_TYPE_LABELS: Readonly<Record<ReportType, string>> = {
  executive_summary: 'Executive Summary',
  trend_analysis: 'Trend Analysis',
  anomaly_detection: 'Anomaly Detection',
  strategic_recommendations: 'Strategic Recommendations',
  individual_account_analysis: 'Individual Account Analysis',
  external_transfers_analysis: 'External Transfers Analysis',
  member_risk_analysis: 'Member Risk Analysis',
  member_growth_analysis: 'Member Growth Analysis',
  compliance_analysis: 'Compliance Analysis',
  vip_member_analysis: 'VIP Member Analysis',
  complete_member_intelligence: 'Complete Member Intelligence',
  ach_high_value_lending: 'ACH High-Value Lending',
  fraud_detection: 'Fraud Detection',
  high_value_customers: 'High-Value Members',
  custom: 'Custom',
};

/** The four that the generator on the import screen offers. */
export const QUICK_REPORT_TYPES = [
  'executive_summary',
  'fraud_detection',
  'high_value_customers',
  'custom',
] as const satisfies readonly ReportType[];
