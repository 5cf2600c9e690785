import { useMutation } from '@tanstack/react-query';
import { type ReportFormat, requestReportFile } from '../api/ai-reports.ts';
import { describeError } from '../api/describe-error.ts';
import { fileNameOf } from '../files/file-name-of.ts';
import { saveFile } from '../files/save-file.ts';
import { useToasts } from '../toasts/toasts.tsx';

const NAMES: Record<ReportFormat, string> = { pdf: 'PDF', md: 'Markdown' };

/** Downloads a report; the audit log keeps that it was taken out. */
export function useReportFile(id: number) {
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (format: ReportFormat) => {
      const response = await requestReportFile(id, format);
      saveFile(await response.blob(), fileNameOf(response) ?? `report-${id}.${format}`);
    },
    onSuccess: (_saved, format) =>
      toasts.success({
        title: 'Export Successful',
        description: `The report has been downloaded as ${NAMES[format]}.`,
      }),
    onError: (error) =>
      toasts.failure({
        title: 'Export Failed',
        description: describeError(error, 'The report could not be exported.'),
      }),
  });
}
