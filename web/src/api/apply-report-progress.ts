import type { ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { REPORT_PAGES_KEY, reportKey } from './ai-reports.ts';
import type { Page } from './page.ts';
import { REPORTS_KEY } from './reports-key.ts';

type Progress = Extract<ServerEvent, { type: 'report.progress' }>;

/** How far a report has come while it is written; nothing until the first word of it. */
export interface ReportProgress {
  sectionsDone: number;
  sections: number;
}

const progressKey = (id: number) => [...REPORTS_KEY, 'progress', id] as const;

/** What the events have said so far of a report. */
export function reportProgress(id: number) {
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
  if (!isKnownToBeWritten(client, reportId)) {
    readings.push(client.invalidateQueries({ queryKey: REPORT_PAGES_KEY }, patient));
  }
  await Promise.all(readings);
}

function isKnownToBeWritten(client: QueryClient, id: number): boolean {
  const pages = client.getQueriesData<Page<ReportSummary>>({ queryKey: REPORT_PAGES_KEY });
  return pages.some(([, page]) => page?.items.some((one) => one.id === id && one.state === 'composing'));
}
