import type { GenerateReportRequest, ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  generateReport,
  REPORTS_KEY,
  type ReportFormat,
  reportKey,
  requestReportFile,
} from '../../api/ai-reports-api.ts';
import { AUDIT_EVENTS_KEY } from '../../api/audit-api.ts';
import { describeError, splitRequestId } from '../../api/error-messages.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { storeDraft } from '../../lib/form-drafts.ts';
import { useDownload } from '../file-download.ts';
import { useToasts } from '../toasts.tsx';

interface GenerateReport {
  failed: (reason: string | null) => string;
  /** Not called if the user has left the screen. */
  onDone: (report: ReportDetail) => void;
}

export function useGenerateReport({ failed, onDone }: GenerateReport) {
  const client = useQueryClient();
  const toasts = useToasts();
  const showFailure = (reason: string | null, requestId: string | null = null): void => {
    const message = failed(reason);
    const description = requestId === null ? message : `${message} Request ID: ${requestId}`;
    toasts.failure({ title: 'Generation Failed', description });
  };
  const generating = useMutation({
    mutationFn: (request: GenerateReportRequest) => generateReport(request),
    onMutate: () => toasts.clear(),
    onSuccess: (report) => {
      client.setQueryData(reportKey(report.id), report);
      if (report.state === 'failed') return showFailure(report.notice);
      // Also called when the user has left the screen.
      storeDraft('report', null);
      if (report.state === 'completed') {
        toasts.success({
          title: 'Report Generated',
          description: 'Your AI report has been generated successfully.',
        });
      } else if (report.state !== 'cancelled') {
        toasts.success({
          title: 'Report in Progress',
          description:
            'The report is taking longer than usual. It continues in the background, and the list shows when it is done.',
        });
      }
    },
    onError: (error) => {
      const { message, requestId } = splitRequestId(describeError(error, ''));
      showFailure(message || null, requestId);
    },
    onSettled: () => refreshQueries(client, [REPORTS_KEY, AUDIT_EVENTS_KEY]),
  });
  return {
    isPending: generating.isPending,
    generate: (request: GenerateReportRequest): void => {
      if (generating.isPending) return;
      // Callbacks passed to `mutate` do not run after the screen unmounts.
      generating.mutate(request, { onSuccess: (report) => report.state !== 'failed' && onDone(report) });
    },
  };
}

const FORMAT_NAMES: Record<ReportFormat, string> = { pdf: 'PDF', md: 'Markdown' };

export function useReportDownload(id: number) {
  return useDownload<ReportFormat>({
    request: (format) => requestReportFile(id, format),
    fileName: (format) => `report-${id}.${format}`,
    done: (format) => `The report was downloaded as ${FORMAT_NAMES[format]}.`,
    failed: 'The report could not be exported.',
  });
}
