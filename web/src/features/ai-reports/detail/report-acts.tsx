import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { cancelReport } from '../../../api/ai-reports.ts';
import { describeError } from '../../../api/describe-error.ts';
import { getCurrentUser } from '../../../api/get-current-user.ts';
import { REPORTS_KEY } from '../../../api/reports-key.ts';
import { refresh } from '../../../api/server-events.ts';
import { useReportFile } from '../../../report-writing/use-report-file.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import { isOpen } from '../report-state.ts';
import { DeleteReportDialog } from './delete-report-dialog.tsx';

interface ReportActsProps {
  report: ReportDetail;
  onDeleted: () => void;
}

/** What can be done with a report: cancel it while it is written, take it out once it is, delete it as an admin. */
export function ReportActs({ report, onDeleted }: ReportActsProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const isAdmin = useQuery(getCurrentUser()).data?.role === 'Admin';
  const exporting = useReportFile(report.id);
  const exportAs = (format: 'pdf' | 'md', words: string) => (
    <Button disabled={exporting.isPending} onClick={() => exporting.mutate(format)}>
      {exporting.isPending && exporting.variables === format ? 'Exporting...' : words}
    </Button>
  );
  return (
    <div className="report-acts">
      {isOpen(report.state) && <CancelButton id={report.id} />}
      {report.state === 'completed' && exportAs('pdf', 'Export PDF')}
      {report.state === 'completed' && exportAs('md', 'Export Markdown')}
      {isAdmin && !isOpen(report.state) && (
        <Button danger onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      )}
      {isDeleting && (
        <DeleteReportDialog report={report} onClose={() => setIsDeleting(false)} onDeleted={onDeleted} />
      )}
    </div>
  );
}

function CancelButton({ id }: { id: number }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const cancelling = useMutation({
    mutationFn: () => cancelReport(id),
    onError: (error) =>
      toasts.failure({
        title: 'Error',
        description: describeError(error, 'The report could not be cancelled.'),
      }),
    onSettled: () => refresh(client, [REPORTS_KEY]),
  });
  return (
    <Button disabled={cancelling.isPending} onClick={() => cancelling.mutate()}>
      {cancelling.isPending ? 'Cancelling...' : 'Cancel'}
    </Button>
  );
}
