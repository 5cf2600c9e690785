import type { GenerateReportRequest } from '@clearwatch/contracts/http/reports';
import type { ReportType } from '@clearwatch/contracts/reports/report-types';

/** What somebody has filled in to have a report written. */
export interface ReportRequest {
  type: ReportType;
  /** ISO days; empty: left to the writer. */
  from: string;
  to: string;
  prompt: string;
}

/** Said again because importing the contract's number would bring class-validator to the browser. */
export const LONGEST_PROMPT = 2_000;

export const NO_REQUEST: ReportRequest = { type: 'executive_summary', from: '', to: '', prompt: '' };

export function isBackwards({ from, to }: Pick<ReportRequest, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && to < from;
}

/** Spec section 5: a custom report requires a prompt that is not blank. */
export function canBeGenerated(request: ReportRequest): boolean {
  if (isBackwards(request)) return false;
  return request.type !== 'custom' || request.prompt.trim() !== '';
}

/** For the server: what is empty is not said, and only a custom report has a prompt. */
export function toGenerate({ type, from, to, prompt }: ReportRequest): GenerateReportRequest {
  return {
    reportType: type,
    ...(from !== '' && { dateRangeStart: from }),
    ...(to !== '' && { dateRangeEnd: to }),
    ...(type === 'custom' && { customPrompt: prompt.trim() }),
  };
}
