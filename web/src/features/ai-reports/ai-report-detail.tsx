import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Progress } from 'antd';
import { useState } from 'react';
import {
  cancelReport,
  deleteReport,
  getReport,
  getReportProgress,
  REPORT_PAGES_KEY,
  REPORTS_KEY,
  reportKey,
} from '../../api/ai-reports-api.ts';
import { AUDIT_EVENTS_KEY } from '../../api/audit-api.ts';
import { isNotFound } from '../../api/error-messages.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { useReportDownload } from '../../components/ai-reports/use-generate-report.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Panel, PanelEmpty, QueryStates } from '../../components/panel.tsx';
import { ReportTypeTag } from '../../components/tone-badge.tsx';
import { useChangeWithToast } from '../../components/use-change-with-toast.ts';
import { formatDateTime, formatDay } from '../../lib/date-format.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { isReportInProgress } from './ai-report-list.tsx';
import { ReportDocumentView } from './report-document-view.tsx';

type DeleteReportDialogProps = { report: ReportDetail; onClose: () => void; onDeleted: () => void };

function DeleteReportDialog({ report, onClose, onDeleted }: DeleteReportDialogProps) {
  const client = useQueryClient();
  useRestoreFocus(true);
  const { mutate, isPending } = useChangeWithToast([REPORT_PAGES_KEY, AUDIT_EVENTS_KEY], () => undefined);
  const confirm = (): void => {
    const change = {
      call: async () => {
        await deleteReport(report.id);
        client.removeQueries({ queryKey: reportKey(report.id) });
      },
      done: { title: 'Report Deleted', description: `“${report.title}” was deleted.` },
      failed: 'The report could not be deleted.',
    };
    // The callbacks are not called after the user has left the screen.
    mutate(change, { onSuccess: onDeleted, onError: onClose });
  };
  return (
    <ConfirmDialog
      question={{
        title: 'Delete report',
        text: `Delete the report “${report.title}”? Users will no longer be able to open it. The audit log keeps a record of the deletion.`,
        verb: 'Delete',
        busyVerb: 'Deleting...',
        danger: true,
      }}
      busy={isPending}
      onCancel={onClose}
      onConfirm={confirm}
    />
  );
}

function ReportActions({ report, onDeleted }: { report: ReportDetail; onDeleted: () => void }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const isAdmin = useQuery(getCurrentUser()).data?.role === 'Admin';
  const exporting = useReportDownload(report.id);
  const exportAs = (format: 'pdf' | 'md', words: string) => (
    <Button disabled={exporting.isPending} onClick={() => exporting.mutate(format)}>
      {exporting.isPending && exporting.variables === format ? 'Exporting...' : words}
    </Button>
  );
  return (
    <div className="report-acts">
      {isReportInProgress(report.state) && <CancelReportButton id={report.id} />}
      {report.state === 'completed' && exportAs('pdf', 'Export PDF')}
      {report.state === 'completed' && exportAs('md', 'Export Markdown')}
      {isAdmin && !isReportInProgress(report.state) && (
        <Button danger onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      )}
      {isDeleting && <DeleteReportDialog report={report} onClose={() => setIsDeleting(false)} onDeleted={onDeleted} />}
    </div>
  );
}

function CancelReportButton({ id }: { id: number }) {
  const { mutate, isPending } = useChangeWithToast([REPORTS_KEY], () => undefined);
  const cancel = () => mutate({ call: () => cancelReport(id), failed: 'The report could not be canceled.' });
  return (
    <Button disabled={isPending} onClick={cancel}>
      {isPending ? 'Canceling...' : 'Cancel'}
    </Button>
  );
}

function ReportWarnings({ report: { state, unboundCount, notice } }: { report: ReportDetail }) {
  const figures = `${formatQuantity(unboundCount, 'figure')} in this report ${unboundCount === 1 ? 'is' : 'are'}`;
  const text = state === 'cancelled' ? (notice ?? 'The report was canceled.') : notice;
  return (
    <>
      {unboundCount > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${figures} not verified against the ledger`}
          description="Check the marked text against the ledger before you use it."
        />
      )}
      {state === 'failed' && (
        <Alert
          type="error"
          showIcon
          title="The report could not be generated"
          description={notice ?? 'An unexpected error occurred. Generate the report again.'}
        />
      )}
      {state !== 'failed' && text !== null && <Alert type="info" showIcon title={text} />}
    </>
  );
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});

function formatReportWriter(report: ReportDetail): string | null {
  const { writer, model, promptTokens, completionTokens, cost } = report;
  if (writer === null) return null;
  const words =
    writer === 'built_in'
      ? 'Written by the built-in writer from ledger figures'
      : `Written by ${model ?? 'a language model'} from ledger figures`;
  const hasTokens = promptTokens !== null && completionTokens !== null;
  const tokens = hasTokens && `${formatCount(promptTokens)} tokens in, ${formatCount(completionTokens)} out`;
  return [words, tokens, cost !== null && dollars.format(cost)].filter(Boolean).join(' · ');
}

function ReportProgress({ report: { id, state } }: { report: ReportDetail }) {
  const progress = useQuery(getReportProgress(id)).data;
  if (state === 'pending') return <output className="writing-progress quiet">Waiting in the queue...</output>;
  if (progress === undefined || progress.sections === 0)
    return <output className="writing-progress quiet">Collecting figures...</output>;
  const { sectionsDone, sections } = progress;
  return (
    <div className="writing-progress">
      <output className="quiet figures">
        Writing: {sectionsDone} of {sections} sections
      </output>
      <Progress
        percent={Math.round((sectionsDone / sections) * 100)}
        showInfo={false}
        size="small"
        aria-label="Sections done"
      />
    </div>
  );
}

export function ReportDetailPanel({ id, onDeleted }: { id: number; onDeleted: () => void }) {
  const report = useQuery(getReport(id));
  if (isNotFound(report.error)) {
    return (
      <Panel title="Report">
        <PanelEmpty text="This report no longer exists." />
      </Panel>
    );
  }
  return (
    <Panel
      title={report.data?.title ?? 'Report'}
      className="report-detail"
      actions={report.data && <ReportActions report={report.data} onDeleted={onDeleted} />}
    >
      <QueryStates query={report} lines={8} height={24} failed="The report could not be loaded.">
        {(shown) => <ReportBody report={shown} />}
      </QueryStates>
    </Panel>
  );
}

function ReportBody({ report }: { report: ReportDetail }) {
  const { id, document, facts, content, prompt, state, dateRangeStart, dateRangeEnd } = report;
  const writer = formatReportWriter(report);
  const hasPeriod = dateRangeStart !== null && dateRangeEnd !== null;
  const period = hasPeriod && `${formatDay(dateRangeStart)} – ${formatDay(dateRangeEnd)}`;
  const request = `${formatDateTime(report.generatedAt)}, requested by ${report.requestedBy}`;
  return (
    <article className="report-body">
      <div className="report-about">
        <ReportTypeTag type={report.reportType} />
        <span className="quiet figures">{[period, request].filter(Boolean).join(' · ')}</span>
        {writer !== null && <span className="quiet">{writer}</span>}
      </div>
      <ReportWarnings report={report} />
      {prompt !== null && (
        <blockquote className="report-prompt">
          <span className="quiet">Custom prompt</span>
          <p>{prompt}</p>
        </blockquote>
      )}
      {isReportInProgress(state) && <ReportProgress report={report} />}
      {document === null && content !== '' && (
        <div className="report-content" aria-busy={isReportInProgress(state)}>
          {content.split(/^(#{1,4} .*)$/m).map((part, at) => {
            const heading = /^#{1,4} (.*)$/.exec(part)?.[1];
            // Text is only appended, so indexes are stable.
            // oxlint-disable-next-line react/no-array-index-key
            return heading === undefined ? part : <strong key={at}>{heading}</strong>;
          })}
        </div>
      )}
      {document !== null && facts.length > 0 && (
        <p className="quiet report-facts-hint">
          Underlined figures are facts. To see the source of a fact, point at it, or press Tab and use the arrow keys.
        </p>
      )}
      {document !== null && <ReportDocumentView document={document} facts={facts} fileName={`report-${id}`} />}
    </article>
  );
}
