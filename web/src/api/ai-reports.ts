import type {
  GenerateReportRequest,
  ReportDetail,
  ReportState,
  ReportSummary,
} from '@clearwatch/contracts/ai-reports.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request, requestJson } from './http.ts';
import { requestPage } from './page.ts';
import { REPORTS_KEY } from './reports-key.ts';

export const REPORT_PAGES_KEY = [...REPORTS_KEY, 'list'] as const;

export function reportKey(id: number) {
  return [...REPORTS_KEY, 'one', id] as const;
}

/** What is being written is looked at again by itself: an event may have been missed. In milliseconds. */
const LOOKED_AT_EVERY_MS = 5_000;

function lookAgain(states: readonly (ReportState | undefined)[]): number | false {
  const isOpen = states.some((state) => state === 'pending' || state === 'composing');
  return isOpen ? LOOKED_AT_EVERY_MS : false;
}

/** One page of AI reports, newest first. `page` counts from 1. No event tells that a colleague has deleted one. */
export function listReports({ page, pageSize }: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...REPORT_PAGES_KEY, page, pageSize],
    queryFn: ({ signal }) =>
      requestPage<ReportSummary>(`${REPORTS_KEY[0]}?page=${page}&pageSize=${pageSize}`, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookAgain(state.data?.items.map((report) => report.state) ?? []),
  });
}

/** A report with its text, as far as there is one. */
export function getReport(id: number) {
  return queryOptions({
    queryKey: reportKey(id),
    queryFn: ({ signal }) => requestJson<ReportDetail>(`${REPORTS_KEY[0]}/${id}`, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookAgain([state.data?.state]),
  });
}

/** Answers with the report when it is written, or after a minute as far as it has come. */
export function generateReport(asked: GenerateReportRequest): Promise<ReportDetail> {
  return requestJson('/api/generate-report', { method: 'POST', body: asked });
}

export function cancelReport(id: number): Promise<ReportDetail> {
  return requestJson(`${REPORTS_KEY[0]}/${id}/cancel`, { method: 'POST' });
}

/** For admins. */
export async function deleteReport(id: number): Promise<void> {
  await request(`${REPORTS_KEY[0]}/${id}`, { method: 'DELETE' });
}

export type ReportFormat = 'pdf' | 'md';

export function requestReportFile(id: number, format: ReportFormat): Promise<Response> {
  return request(`${REPORTS_KEY[0]}/${id}/report.${format}`);
}
