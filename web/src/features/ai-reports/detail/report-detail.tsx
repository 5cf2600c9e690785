import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { useQuery } from '@tanstack/react-query';
import { getReport } from '../../../api/ai-reports.ts';
import { ApiError } from '../../../api/http.ts';
import { formatDateTime, formatDay } from '../../../formats/dates.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { ReportTypeTag } from '../../../report-writing/report-type-tag.tsx';
import { ReportDocumentView } from '../document/report-document.tsx';
import { isOpen } from '../report-state.ts';
import { ReportActs } from './report-acts.tsx';
import { ReportText } from './report-text.tsx';
import { ReportWarnings } from './report-warnings.tsx';
import { writerWords } from './writer-words.ts';
import { WritingProgress } from './writing-progress.tsx';

interface ReportDetailPanelProps {
  id: number;
  onDeleted: () => void;
}

/** One report in all its states. */
export function ReportDetailPanel({ id, onDeleted }: ReportDetailPanelProps) {
  const report = useQuery(getReport(id));
  if (report.error instanceof ApiError && report.error.status === 404) {
    return (
      <Panel title="Report">
        <PanelEmpty text="This report is gone." />
      </Panel>
    );
  }
  return (
    <Panel
      title={report.data?.title ?? 'Report'}
      className="report-detail"
      actions={report.data && <ReportActs report={report.data} onDeleted={onDeleted} />}
    >
      <QueryStates
        query={report}
        skeleton={<SkeletonLines lines={8} height={24} />}
        failed="The report could not be loaded."
      >
        {(shown) => <ReportBody report={shown} />}
      </QueryStates>
    </Panel>
  );
}

function ReportBody({ report }: { report: ReportDetail }) {
  const { id, document, facts, content, prompt, state, reportType, generatedAt, requestedBy } = report;
  const writer = writerWords(report);
  return (
    <article className="report-body">
      <div className="report-about">
        <ReportTypeTag type={reportType} />
        <span className="quiet figures">
          {[periodOf(report), `${formatDateTime(generatedAt)}, asked for by ${requestedBy}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {writer !== null && <span className="quiet">{writer}</span>}
      </div>
      <ReportWarnings report={report} />
      {prompt !== null && (
        <blockquote className="report-prompt">
          <span className="quiet">Custom prompt</span>
          <p>{prompt}</p>
        </blockquote>
      )}
      {isOpen(state) && <WritingProgress report={report} />}
      {document === null ? (
        content !== '' && <ReportText text={content} isGrowing={isOpen(state)} />
      ) : (
        <>
          {facts.length > 0 && (
            <p className="quiet report-facts-hint">
              Underlined figures are facts: point at one, or tab to it and move on with the arrow keys, to see
              where it comes from.
            </p>
          )}
          <ReportDocumentView document={document} facts={facts} fileName={`report-${id}`} />
        </>
      )}
    </article>
  );
}

/** The days it speaks of; nothing until they are known. */
function periodOf({ dateRangeStart, dateRangeEnd }: ReportDetail): string {
  if (dateRangeStart === null || dateRangeEnd === null) return '';
  return `${formatDay(dateRangeStart)} – ${formatDay(dateRangeEnd)}`;
}
