import { AlertOutlined, FileTextOutlined, StarOutlined } from '@ant-design/icons';
import { QUICK_REPORT_TYPES, REPORT_TYPE_LABELS, type ReportType } from '@clearwatch/contracts/ai-reports';
import { Button } from 'antd';
import { createElement } from 'react';
import { Panel } from '../../../panels/panel.tsx';
import { canBeGenerated, type ReportRequest, toGenerate } from '../../../report-writing/report-request.ts';
import { ReportRequestFields } from '../../../report-writing/report-request-fields.tsx';
import { useGenerateReport } from '../../../report-writing/use-generate-report.ts';
import { useReportRequest } from '../../../report-writing/use-report-request.ts';
import { RecentReports } from './recent-reports.tsx';
import './ai-report-generator.css';

/** Spec section 2: one click is enough for these. */
const PRESETS = [
  {
    type: 'executive_summary',
    icon: FileTextOutlined,
    words: 'What came in and went out, what changed, and what needs attention',
  },
  {
    type: 'fraud_detection',
    icon: AlertOutlined,
    words: 'What the rules found, the alerts behind it, and what was decided',
  },
  {
    type: 'high_value_customers',
    icon: StarOutlined,
    words: 'The members who bring in most, and how that is changing',
  },
] as const satisfies readonly { type: ReportType; icon: typeof StarOutlined; words: string }[];

/** Has reports written where data comes in: three at a click, or one of one's own. */
export function AiReportGenerator() {
  const { request, change, withdraw } = useReportRequest();
  const generating = useGenerateReport({
    failed: () => 'Failed to generate AI report. Please try again.',
    onDone: withdraw,
  });
  const generate = (asked: ReportRequest): void => {
    change({ type: asked.type });
    if (canBeGenerated(asked)) generating.generate(toGenerate(asked));
  };
  return (
    <Panel title="AI Report Generator" className="report-generator">
      <ul className="report-presets">
        {PRESETS.map(({ type, icon, words }) => (
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
              <span className="quiet">{words}</span>
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
            <Button
              type="primary"
              htmlType="submit"
              disabled={generating.isPending || !canBeGenerated(request)}
            >
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
