import { AlertOutlined, FileTextOutlined, StarOutlined } from '@ant-design/icons';
import { QUICK_REPORT_TYPES, REPORT_TYPE_LABELS, type ReportType } from '@clearwatch/contracts/ai-reports';
import type { ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { createElement } from 'react';
import { Link } from 'react-router-dom';
import { listReports } from '../../api/ai-reports-api.ts';
import {
  canGenerate,
  type ReportRequest,
  ReportRequestFields,
  toGenerateRequest,
  useReportRequest,
} from '../../components/ai-reports/report-request-fields.tsx';
import { useGenerateReport, useReportDownload } from '../../components/ai-reports/use-generate-report.ts';
import { Panel, PanelEmpty, QueryStates } from '../../components/panel.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { UNFINISHED_REPORT_LABELS } from '../../lib/report-labels.ts';

/** Spec section 9. */
const SHOWN_REPORTS = 5;

function RecentReports() {
  const reports = useQuery(listReports({ page: 1, pageSize: SHOWN_REPORTS }));
  return (
    <section className="recent-reports" aria-labelledby="recent-reports">
      <h3 id="recent-reports">Recent AI Reports</h3>
      <QueryStates query={reports} lines={SHOWN_REPORTS} height={36} failed="The reports could not be loaded.">
        {({ items }) =>
          items.length === 0 ? (
            <PanelEmpty text="No reports generated yet. Create your first AI report above." />
          ) : (
            <ul>
              {items.slice(0, SHOWN_REPORTS).map((report) => (
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
  const exporting = useReportDownload(id);
  const about = [REPORT_TYPE_LABELS[reportType], formatDateTime(generatedAt)];
  if (state !== 'completed') about.push(UNFINISHED_REPORT_LABELS[state]);
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

/** Spec section 2: one click is enough for these. */
const PRESETS = [
  {
    type: 'executive_summary',
    icon: FileTextOutlined,
    text: 'Credits and debits, changes, and items that need attention',
  },
  {
    type: 'fraud_detection',
    icon: AlertOutlined,
    text: 'Rule findings, alerts and decisions',
  },
  {
    type: 'high_value_customers',
    icon: StarOutlined,
    text: 'Members with the highest deposits and how these deposits change',
  },
] as const satisfies readonly { type: ReportType; icon: typeof StarOutlined; text: string }[];

export function AiReportGenerator() {
  const { request, change, withdraw } = useReportRequest();
  const generating = useGenerateReport({
    failed: () => 'Failed to generate AI report. Please try again.',
    onDone: withdraw,
  });
  const generate = (request: ReportRequest): void => {
    change({ type: request.type });
    if (canGenerate(request)) generating.generate(toGenerateRequest(request));
  };
  return (
    <Panel title="AI Report Generator" className="report-generator">
      <ul className="report-presets">
        {PRESETS.map(({ type, icon, text }) => (
          <li key={type}>
            <button
              type="button"
              className="report-preset"
              disabled={generating.isPending}
              aria-pressed={request.type === type && generating.isPending}
              onClick={() => generate({ ...request, type })}
            >
              {createElement(icon, { 'aria-hidden': true })}
              <strong>{REPORT_TYPE_LABELS[type]}</strong>
              <span className="quiet">{text}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="report-generator-parts">
        <form
          className="report-custom"
          aria-label="Custom report"
          onSubmit={(event) => {
            event.preventDefault();
            generate(request);
          }}
        >
          <ReportRequestFields
            typeLabel="Report Focus"
            types={QUICK_REPORT_TYPES}
            request={request}
            onChange={change}
          />
          <div className="report-generate">
            <Button type="primary" htmlType="submit" disabled={generating.isPending || !canGenerate(request)}>
              {generating.isPending ? 'Generating...' : 'Generate AI Report'}
            </Button>
            <span className="quiet">Generation takes 30-60 seconds.</span>
          </div>
        </form>
        <RecentReports />
      </div>
    </Panel>
  );
}
