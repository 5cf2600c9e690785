import { type ReportFormat, requestReportFile } from '../api/ai-reports.ts';
import { useDownload } from '../files/use-download.ts';

const NAMES: Record<ReportFormat, string> = { pdf: 'PDF', md: 'Markdown' };

/** Downloads a report; the audit log keeps that it was taken out. */
export function useReportFile(id: number) {
  return useDownload<ReportFormat>({
    ask: (format) => requestReportFile(id, format),
    nameOf: (format) => `report-${id}.${format}`,
    done: (format) => `The report has been downloaded as ${NAMES[format]}.`,
    failed: 'The report could not be exported.',
  });
}
