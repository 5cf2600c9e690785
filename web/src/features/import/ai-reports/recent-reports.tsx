import { REPORT_TYPE_LABELS } from '@clearwatch/contracts/ai-reports';
import type { ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { listReports } from '../../../api/ai-reports.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { useReportFile } from '../../../report-writing/use-report-file.ts';

/** Spec section 9. */
const SHOWN = 5;

const UNFINISHED: Record<Exclude<ReportSummary['state'], 'completed'>, string> = {
  pending: 'waiting',
  composing: 'being written',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** The newest reports, to be taken out or read. */
export function RecentReports() {
  const reports = useQuery(listReports({ page: 1, pageSize: SHOWN }));
  return (
    <section className="recent-reports" aria-labelledby="recent-reports">
      <h3 id="recent-reports">Recent AI Reports</h3>
      <QueryStates
        query={reports}
        skeleton={<SkeletonLines lines={SHOWN} height={36} />}
        failed="The reports could not be loaded."
      >
        {({ items }) =>
          items.length === 0 ? (
            <PanelEmpty text="No reports generated yet. Create your first AI report above." />
          ) : (
            <ul>
              {items.slice(0, SHOWN).map((report) => (
                <RecentReport key={report.id} report={report} />
              ))}
            </ul>
          )
        }
      </QueryStates>
    </section>
  );
}

function RecentReport({ report }: { report: ReportSummary }) {
  const { id, title, reportType, generatedAt, state } = report;
  const exporting = useReportFile(id);
  const about = [REPORT_TYPE_LABELS[reportType], formatDateTime(generatedAt)];
  if (state !== 'completed') about.push(UNFINISHED[state]);
  return (
    <li className="recent-report">
      <span className="recent-report-what">
        <strong>{title}</strong>
        <span className="quiet figures">{about.join(' · ')}</span>
      </span>
      <Button
        size="small"
        aria-label={`Export ${title}`}
        disabled={state !== 'completed' || exporting.isPending}
        onClick={() => exporting.mutate('pdf')}
      >
        {exporting.isPending ? 'Exporting...' : 'Export'}
      </Button>
      <Link to={`/ai-reports?report=${id}`} aria-label={`View ${title}`}>
        View
      </Link>
    </li>
  );
}
