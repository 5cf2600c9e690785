import type {
  GenerateReportRequest,
  ReportDetail,
  ReportState,
  ReportSummary,
} from '@clearwatch/contracts/ai-reports.dto';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { keepPreviousData, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { type Page, request, requestJson, requestPage } from './api-client.ts';

/** Everything read of AI reports starts with this key. In a file of its own: every screen listens to it, few read reports. */
export const REPORTS_KEY = ['/api/reports'] as const;

export const REPORT_PAGES_KEY = [...REPORTS_KEY, 'list'] as const;

export function reportKey(id: number) {
  return [...REPORTS_KEY, 'one', id] as const;
}

/** What is being written is looked at again by itself: an event may have been missed. In milliseconds. */
const POLL_INTERVAL_MS = 5_000;

function pollInterval(states: readonly (ReportState | undefined)[]): number | false {
  const isOpen = states.some((state) => state === 'pending' || state === 'composing');
  return isOpen ? POLL_INTERVAL_MS : false;
}

/** One page of AI reports, newest first. `page` counts from 1. No event tells that a colleague has deleted one. */
export function listReports({ page, pageSize }: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...REPORT_PAGES_KEY, page, pageSize],
    queryFn: ({ signal }) =>
      requestPage<ReportSummary>(`${REPORTS_KEY[0]}?page=${page}&pageSize=${pageSize}`, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => pollInterval(state.data?.items.map((report) => report.state) ?? []),
  });
}

/** A report with its text, as far as there is one. */
export function getReport(id: number) {
  return queryOptions({
    queryKey: reportKey(id),
    queryFn: ({ signal }) => requestJson<ReportDetail>(`${REPORTS_KEY[0]}/${id}`, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => pollInterval([state.data?.state]),
  });
}

/** Answers with the report when it is written, or after a minute as far as it has come. */
export function generateReport(request: GenerateReportRequest): Promise<ReportDetail> {
  return requestJson('/api/generate-report', { method: 'POST', body: request });
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

type Progress = Extract<ServerEvent, { type: 'report.progress' }>;

/** How far a report has come while it is written; nothing until the first word of it. */
export interface ReportProgress {
  sectionsDone: number;
  sections: number;
}

const progressKey = (id: number) => [...REPORTS_KEY, 'progress', id] as const;

/** What the events have said so far of a report. */
export function getReportProgress(id: number) {
  return queryOptions<ReportProgress>({ queryKey: progressKey(id), queryFn: skipToken });
}

/**
 * More can be read of a report: its text is read again where it is shown, and the lists only while they do not know that
 * it is being written. Progress may come faster than answers: a reading that is under way is let finish.
 */
export async function applyReportProgress(client: QueryClient, progress: Progress): Promise<void> {
  const { reportId, sectionsDone, sections } = progress;
  const known = client.getQueryData<ReportProgress>(progressKey(reportId));
  // Events may arrive late or twice: progress never runs backwards.
  const furthest = Math.max(known?.sectionsDone ?? 0, sectionsDone);
  client.setQueryData<ReportProgress>(progressKey(reportId), { sectionsDone: furthest, sections });
  const patient = { cancelRefetch: false };
  const readings = [client.invalidateQueries({ queryKey: reportKey(reportId) }, patient)];
  if (!isListedAsComposing(client, reportId)) {
    readings.push(client.invalidateQueries({ queryKey: REPORT_PAGES_KEY }, patient));
  }
  await Promise.all(readings);
}

function isListedAsComposing(client: QueryClient, id: number): boolean {
  const pages = client.getQueriesData<Page<ReportSummary>>({ queryKey: REPORT_PAGES_KEY });
  return pages.some(([, page]) => page?.items.some((one) => one.id === id && one.state === 'composing'));
}
