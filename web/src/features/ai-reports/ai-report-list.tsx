import { WarningOutlined } from '@ant-design/icons';
import type { ReportState, ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { listReports } from '../../api/ai-reports-api.ts';
import { PanelEmpty, TableSkeleton } from '../../components/panel.tsx';
import { PageStates } from '../../components/tables/paged-list.tsx';
import { ReportTypeTag, type Tone, ToneBadge } from '../../components/tone-badge.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatQuantity } from '../../lib/number-format.ts';
import { useParamLink, useUrlPage } from '../../lib/use-url-state.ts';

const REPORT_STATE_LABELS: Record<ReportState, { words: string; tone: Tone } | null> = {
  pending: { words: 'Waiting', tone: 'gray' },
  composing: { words: 'Writing', tone: 'yellow' },
  completed: null,
  failed: { words: 'Failed', tone: 'red' },
  cancelled: { words: 'Canceled', tone: 'gray' },
};

export const isReportInProgress = (state: ReportState): boolean => state === 'pending' || state === 'composing';

function ReportRow({ report, isSelected }: { report: ReportSummary; isSelected: boolean }) {
  const { id, title, reportType, generatedAt, state, unboundCount } = report;
  const stateLabel = REPORT_STATE_LABELS[state];
  return (
    <li className={`ai-report-row ${isSelected ? 'ai-report-row-selected' : ''}`}>
      <Link className="ai-report-link" to={useParamLink('report', id)} aria-current={isSelected ? 'true' : undefined}>
        {title}
      </Link>
      <span className="ai-report-tags">
        <ReportTypeTag type={reportType} />
        {stateLabel !== null && <ToneBadge tone={stateLabel.tone}>{stateLabel.words}</ToneBadge>}
        {unboundCount > 0 && (
          <span className="ai-report-unbound">
            <WarningOutlined aria-hidden /> {formatQuantity(unboundCount, 'unverified figure')}
          </span>
        )}
      </span>
      <span className="quiet figures">{formatDateTime(generatedAt)}</span>
    </li>
  );
}

const REPORTS_PER_PAGE = 20;

export function ReportList({ selected }: { selected: number | null }) {
  const paging = useUrlPage(REPORTS_PER_PAGE);
  const reports = useQuery(listReports(paging));
  return (
    <PageStates
      query={reports}
      {...paging}
      skeleton={<TableSkeleton lines={6} height={52} />}
      failed="The reports could not be loaded."
      empty={<PanelEmpty text="No reports generated yet." />}
      hidesSinglePage
    >
      {({ items }) => (
        <ul className="ai-report-list">
          {items.map((report: ReportSummary) => (
            <ReportRow key={report.id} report={report} isSelected={report.id === selected} />
          ))}
        </ul>
      )}
    </PageStates>
  );
}
