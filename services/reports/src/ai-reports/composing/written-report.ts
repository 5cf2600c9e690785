import type { Fact, ReportDocument } from '@clearwatch/contracts/ai-reports';

/** A report as it is stored. */
export interface WrittenReport {
  document: ReportDocument;
  facts: Fact[];
  /** The whole text as Markdown. */
  content: string;
  unboundCount: number;
  /** Why the built-in writer took over from the model. */
  notice: string | null;
  /** By which model, at what price; null when rules composed it. */
  worded: {
    model: string;
    promptTokens: number | null;
    completionTokens: number | null;
    /** US dollars. */
    cost: number | null;
  } | null;
}
