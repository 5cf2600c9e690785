import type { ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { listReports } from '../../../api/ai-reports.ts';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { TablePages } from '../../../tables/table-pages.tsx';
import { ReportRow } from './report-row.tsx';

export const REPORTS_PER_PAGE = 20;

interface ReportListProps {
  selected: number | null;
  page: number;
  onPage: (page: number) => void;
}

/** The reports there are, newest first, those being written among them. */
export function ReportList({ selected, page, onPage }: ReportListProps) {
  const reports = useQuery(listReports({ page, pageSize: REPORTS_PER_PAGE }));
  return (
    <QueryStates
      query={reports}
      skeleton={
        <div className="table-skeleton">
          <SkeletonLines lines={6} height={52} />
        </div>
      }
      failed="The reports could not be loaded."
    >
      {(shown) =>
        shown.items.length === 0 ? (
          <NoReports total={shown.total} onFirst={() => onPage(1)} />
        ) : (
          <>
            <ul className={`ai-report-list ${reports.isPlaceholderData ? 'table-outdated' : ''}`}>
              {shown.items.map((report: ReportSummary) => (
                <ReportRow key={report.id} report={report} isSelected={report.id === selected} />
              ))}
            </ul>
            {shown.total > REPORTS_PER_PAGE && (
              <TablePages of={shown} page={page} pageSize={REPORTS_PER_PAGE} onPage={onPage} />
            )}
          </>
        )
      }
    </QueryStates>
  );
}

/** Nothing to show: past the end, or nothing is there at all. */
function NoReports({ total, onFirst }: { total: number; onFirst: () => void }) {
  if (total === 0) return <PanelEmpty text="No reports generated yet." />;
  return (
    <PanelEmpty text="There are not that many pages.">
      <Button onClick={onFirst}>Go to the first page</Button>
    </PanelEmpty>
  );
}
