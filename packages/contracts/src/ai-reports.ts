/** Examples for the form and the User Guide. No digits, because every number in a report needs a fact. */
export const EXAMPLE_QUESTIONS = [
  'Who are our largest depositors?',
  'Which companies collected the most last month?',
  'How much did members receive this quarter, compared with last quarter?',
  'How many debits were there last week?',
  'When did "ACME PAYROLL" last pay?',
  'Debits by month this year',
  'Why did credits fall last month?',
  'How many structuring alerts are open?',
] as const;

/** Cents are integers; a share of 0.125 is 12.5%; months are "2026-08", days "2026-08-03". */
export type FactValue =
  | { kind: 'money'; cents: number }
  | { kind: 'count'; count: number }
  /** `digits`: decimal places needed to show that a percentage exceeds its limit. */
  | { kind: 'share'; share: number; digits?: number }
  /** "3.4 alerts a day". */
  | { kind: 'number'; number: number; digits: number }
  | { kind: 'day'; day: string }
  | { kind: 'month'; month: string }
  /** A model receives members as "Member 1" and companies by name. */
  | { kind: 'name'; name: string; of: 'member' | 'company' | 'account' | 'other' };

/** A number, day or name determined before the text is written. */
export interface Fact {
  /** "F12", unique within the report. */
  id: string;
  /** "Total credits, Jul 22 to Aug 20, 2026". */
  label: string;
  value: FactValue;
  /** Shown to readers: a description of the query with its parameters, or the calculation ("F3 − F4"). */
  source: string;
}

/** `fact`: id of the fact that the text states. `unbound`: a number, day or name without a fact. */
export interface Span {
  text: string;
  fact?: string;
  unbound?: true;
  strong?: true;
}

export type ChartUnit = 'money' | 'count' | 'share';

export interface ReportChart {
  title: string;
  type: 'line' | 'bar';
  /** Months or companies. */
  categories: string[];
  /** One value per category; money in cents. */
  series: { name: string; values: number[] }[];
  unit: ChartUnit;
}

export type Block =
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | {
      kind: 'table';
      caption: string;
      columns: { label: string; align: 'left' | 'right' }[];
      rows: Span[][];
    }
  | { kind: 'chart'; chart: ReportChart }
  | { kind: 'alerts'; alertIds: number[] };

export interface ReportSection {
  title: string;
  blocks: Block[];
}

export interface ReportDocument {
  headline: Span[];
  sections: ReportSection[];
}

/** AI report types (spec "ai_reports"), in the order shown in the form. */
export const REPORT_TYPE_LABELS = {
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
} as const;
export type ReportType = keyof typeof REPORT_TYPE_LABELS;
export const REPORT_TYPES = Object.keys(REPORT_TYPE_LABELS) as ReportType[];

export const QUICK_REPORT_TYPES = [
  'executive_summary',
  'fraud_detection',
  'high_value_customers',
  'custom',
] as const satisfies readonly ReportType[];
