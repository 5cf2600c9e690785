import { REPORT_TYPES, type ReportType } from '@clearwatch/contracts/ai-reports';
import type { GenerateReportRequest } from '@clearwatch/contracts/ai-reports.dto';
import { textIn } from '../drafts/use-draft.ts';

/** What somebody has filled in to have a report written. */
export interface ReportRequest {
  type: ReportType;
  /** ISO days; empty: left to the writer. */
  from: string;
  to: string;
  prompt: string;
}

export const NO_REQUEST: ReportRequest = { type: 'executive_summary', from: '', to: '', prompt: '' };

/** The request that this tab keeps, on whichever screen it was begun. A type alone is chosen again in a moment. */
export const REQUEST_DRAFT = {
  empty: NO_REQUEST,
  read: readRequest,
  isNothing: ({ from, to, prompt }: ReportRequest) => from === '' && to === '' && prompt === '',
};

function readRequest(stored: Readonly<Record<string, unknown>>): ReportRequest {
  return {
    type: REPORT_TYPES.find((known) => known === stored['type']) ?? NO_REQUEST.type,
    from: textIn(stored, 'from'),
    to: textIn(stored, 'to'),
    prompt: textIn(stored, 'prompt'),
  };
}

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
