import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteReport, REPORT_PAGES_KEY, reportKey } from '../../../api/ai-reports.ts';
import { describeError } from '../../../api/describe-error.ts';
import { AUDIT_EVENTS_KEY } from '../../../api/list-audit-events.ts';
import { refresh } from '../../../api/server-events.ts';
import { ConfirmDialog } from '../../../dialogs/confirm-dialog.tsx';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

interface DeleteReportDialogProps {
  report: ReportDetail;
  onClose: () => void;
  onDeleted: () => void;
}

/** The second step before a report is gone for everybody. */
export function DeleteReportDialog({ report, onClose, onDeleted }: DeleteReportDialogProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  useFocusAround(true);
  const deleting = useMutation({
    mutationFn: () => deleteReport(report.id),
    onSuccess: () => {
      toasts.success({ title: 'Report Deleted', description: `“${report.title}” is gone.` });
      client.removeQueries({ queryKey: reportKey(report.id) });
    },
    onError: (error) => {
      toasts.failure({
        title: 'Error',
        description: describeError(error, 'The report could not be deleted.'),
      });
      onClose();
    },
    onSettled: () => refresh(client, [REPORT_PAGES_KEY, AUDIT_EVENTS_KEY]),
  });
  return (
    <ConfirmDialog
      question={{
        title: 'Delete report',
        text: `Delete the report “${report.title}”? It is gone for everybody; the audit log keeps that it was there.`,
        verb: 'Delete',
        busyVerb: 'Deleting...',
        danger: true,
      }}
      busy={deleting.isPending}
      onCancel={onClose}
      // Called only while the report is still looked at.
      onConfirm={() => deleting.mutate(undefined, { onSuccess: onDeleted })}
    />
  );
}
