import type {
  GenerateReportRequest,
  ReportDetail,
  ReportState,
  ReportSummary,
} from '@clearwatch/contracts/ai-reports.dto';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { ALWAYS, change, jsonQuery, type Page, pageQuery, post, request } from './api-client.ts';

/** Kept apart from the report code, because every screen uses these keys but few show reports. */
export const REPORTS_KEY = ['/api/reports'] as const;
export const REPORT_PAGES_KEY = [...REPORTS_KEY, 'list'] as const;
export const reportKey = (id: number) => [...REPORTS_KEY, 'one', id] as const;

/** Events can be lost, so unfinished reports are also polled. */
const POLL_INTERVAL_MS = 5_000;

function pollInterval(states: readonly (ReportState | undefined)[]): number | false {
  const isOpen = states.some((state) => state === 'pending' || state === 'composing');
  return isOpen ? POLL_INTERVAL_MS : false;
}

export function listReports({ page, pageSize }: { page: number; pageSize: number }) {
  const path = `/api/reports?page=${page}&pageSize=${pageSize}`;
  return pageQuery<ReportSummary>([...REPORT_PAGES_KEY, page, pageSize], path, {
    ...ALWAYS,
    refetchInterval: ({ state }) => pollInterval(state.data?.items.map((report) => report.state) ?? []),
  });
}

export function getReport(id: number) {
  return jsonQuery<ReportDetail>(reportKey(id), `/api/reports/${id}`, {
    ...ALWAYS,
    refetchInterval: ({ state }) => pollInterval([state.data?.state]),
  });
}

/** Returns when the report is finished, or after a minute, in its current state. */
export const generateReport = (body: GenerateReportRequest) => post<ReportDetail>('/api/generate-report', body);
export const cancelReport = (id: number) => post<ReportDetail>(`/api/reports/${id}/cancel`);
export const deleteReport = (id: number) => change('DELETE', `/api/reports/${id}`);

export type ReportFormat = 'pdf' | 'md';
export const requestReportFile = (id: number, format: ReportFormat) => request(`/api/reports/${id}/report.${format}`);

type Progress = Extract<ServerEvent, { type: 'report.progress' }>;
export type ReportProgress = Pick<Progress, 'sectionsDone' | 'sections'>;

/** Updated only by events. */
export const getReportProgress = (id: number) =>
  queryOptions<ReportProgress>({ queryKey: [...REPORTS_KEY, 'progress', id], queryFn: skipToken });

/** Refetches the report, and the lists until they show it as being written. */
export async function applyReportProgress(client: QueryClient, progress: Progress): Promise<void> {
  const { reportId, sectionsDone, sections } = progress;
  const { queryKey } = getReportProgress(reportId);
  // Events may arrive late or twice: progress never moves backward.
  const furthest = Math.max(client.getQueryData(queryKey)?.sectionsDone ?? 0, sectionsDone);
  client.setQueryData(queryKey, { sectionsDone: furthest, sections });
  const pages = client.getQueriesData<Page<ReportSummary>>({ queryKey: REPORT_PAGES_KEY });
  const isListed = pages.some(([, page]) =>
    page?.items.some(({ id, state }) => id === reportId && state === 'composing'),
  );
  const outdated = [reportKey(reportId), ...(isListed ? [] : [REPORT_PAGES_KEY])];
  // A running refetch is not canceled, because events can arrive faster than responses.
  await Promise.all(outdated.map((key) => client.invalidateQueries({ queryKey: key }, { cancelRefetch: false })));
}
