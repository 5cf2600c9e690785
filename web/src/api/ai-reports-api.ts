import type {
  GenerateReportRequest,
  ReportDetail,
  ReportState,
  ReportSummary,
} from '@clearwatch/contracts/ai-reports.dto';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { keepPreviousData, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { type Page, request, requestJson, requestPage } from './api-client.ts';

/** Every screen listens to these keys, and few read reports. */
export const REPORTS_KEY = ['/api/reports'] as const;

export const REPORT_PAGES_KEY = [...REPORTS_KEY, 'list'] as const;

export function reportKey(id: number) {
  return [...REPORTS_KEY, 'one', id] as const;
}

/** Events can be lost: an unfinished report is also polled. */
const POLL_INTERVAL_MS = 5_000;

function pollInterval(states: readonly (ReportState | undefined)[]): number | false {
  const isOpen = states.some((state) => state === 'pending' || state === 'composing');
  return isOpen ? POLL_INTERVAL_MS : false;
}

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

export function getReport(id: number) {
  return queryOptions({
    queryKey: reportKey(id),
    queryFn: ({ signal }) => requestJson<ReportDetail>(`${REPORTS_KEY[0]}/${id}`, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => pollInterval([state.data?.state]),
  });
}

export function generateReport(request: GenerateReportRequest): Promise<ReportDetail> {
  return requestJson('/api/generate-report', { method: 'POST', body: request });
}

export function cancelReport(id: number): Promise<ReportDetail> {
  return requestJson(`${REPORTS_KEY[0]}/${id}/cancel`, { method: 'POST' });
}

export async function deleteReport(id: number): Promise<void> {
  await request(`${REPORTS_KEY[0]}/${id}`, { method: 'DELETE' });
}

export type ReportFormat = 'pdf' | 'md';

export function requestReportFile(id: number, format: ReportFormat): Promise<Response> {
  return request(`${REPORTS_KEY[0]}/${id}/report.${format}`);
}

type Progress = Extract<ServerEvent, { type: 'report.progress' }>;

export interface ReportProgress {
  sectionsDone: number;
  sections: number;
}

const progressKey = (id: number) => [...REPORTS_KEY, 'progress', id] as const;

export function getReportProgress(id: number) {
  return queryOptions<ReportProgress>({ queryKey: progressKey(id), queryFn: skipToken });
}

/**
 * Refetches the report, and the lists only until they show it as being written. A running read is not cancelled,
 * because progress can arrive faster than answers.
 */
export async function applyReportProgress(client: QueryClient, progress: Progress): Promise<void> {
  const { reportId, sectionsDone, sections } = progress;
  const known = client.getQueryData<ReportProgress>(progressKey(reportId));
  // Events may arrive late or twice: progress never goes back.
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
