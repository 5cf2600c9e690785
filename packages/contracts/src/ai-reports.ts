/**
 * Questions that a custom report answers, as the form, the User Guide and a report that understood nothing show them. Without
 * digits: a report states no number that is no fact.
 */
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

/**
 * A written report as it is stored, shown and printed: sections of blocks, whose words are tied to the facts they state.
 */

/** What a fact is. Cents are integers; a share of 0.125 is 12.5 %; months are "2026-08", days "2026-08-03". */
export type FactValue =
  | { kind: 'money'; cents: number }
  | { kind: 'count'; count: number }
  /** With digits: as many decimals of the percentage, where it must be seen above a limit. */
  | { kind: 'share'; share: number; digits?: number }
  /** A plain number with a unit in words, "3.4 alerts a day". */
  | { kind: 'number'; number: number; digits: number }
  | { kind: 'day'; day: string }
  | { kind: 'month'; month: string }
  /** A name of the ledger. A model is told members as "Member 1"; companies by their name. */
  | { kind: 'name'; name: string; of: 'member' | 'company' | 'account' | 'other' };

/** One number, day or name that was computed before a word was written. */
export interface Fact {
  /** "F12", counted within the report. */
  id: string;
  /** What it is, in words: "Total credits, Jul 22 to Aug 20, 2026". */
  label: string;
  value: FactValue;
  /** Where it comes from, for people: the query in words with its parameters, or how it is computed from other facts ("F3 − F4"). */
  source: string;
}

/** A piece of text. With `fact`: it states that fact. With `unbound`: a number, day or name that no fact has. */
export interface Span {
  text: string;
  fact?: string;
  unbound?: true;
  /** Emphasis; the writers use it for what a reader in a hurry must see. */
  strong?: true;
}

export type ChartUnit = 'money' | 'count' | 'share';

export interface ReportChart {
  title: string;
  type: 'line' | 'bar';
  /** What stands along the axis: months, companies. */
  categories: string[];
  /** Money in cents. As many values as categories. */
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
  /** Alerts behind a risk, by id, so that the screen can lead to them. */
  | { kind: 'alerts'; alertIds: number[] };

export interface ReportSection {
  title: string;
  blocks: Block[];
}

export interface ReportDocument {
  /** One or two sentences: what the reader should take away. */
  headline: Span[];
  sections: ReportSection[];
}

/** What an AI report can be about (spec "ai_reports"), in the order in which the form offers them. */
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

/** The four that the generator on the import screen offers. */
export const QUICK_REPORT_TYPES = [
  'executive_summary',
  'fraud_detection',
  'high_value_customers',
  'custom',
] as const satisfies readonly ReportType[];
