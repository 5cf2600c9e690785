import type { Block, ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { paragraph, prose } from '../../prose.ts';

/** One thing to decide: what the figures say, what to do, and how to see that it worked. */
export interface Finding {
  title: string;
  /** The finding in one sentence. */
  lead: Span[];
  /** What else the figures say, and why it matters. */
  said: Span[];
  /** Who should do what. */
  action: Span[];
  /** Which figure shows later that it worked. */
  measure: Span[];
  blocks?: Block[];
}

export function findingSection({ title, lead, said, measure, blocks = [] }: Finding): ReportSection {
  return {
    title,
    blocks: [paragraph(lead, said), ...blocks, paragraph(prose`How to see that it worked: ${measure}.`)],
  };
}
