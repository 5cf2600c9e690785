import './ai-reports.css';
import { PlusOutlined } from '@ant-design/icons';
import { REPORT_TYPES } from '@clearwatch/contracts/ai-reports';
import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { Button } from 'antd';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  canGenerate,
  NO_REQUEST_PARAMS,
  ReportRequestFields,
  toGenerateRequest,
  useReportRequest,
  withRequestParams,
} from '../../components/ai-reports/report-request-fields.tsx';
import { useGenerateReport } from '../../components/ai-reports/use-generate-report.ts';
import { Panel, PanelEmpty } from '../../components/panel.tsx';
import { readDraft } from '../../lib/form-drafts.ts';
import { readPositiveInteger, withParams } from '../../lib/url-params.ts';
import { useCloseThroughUrl, useSetParam } from '../../lib/use-url-state.ts';
import { ReportDetailPanel } from './ai-report-detail.tsx';
import { ReportList } from './ai-report-list.tsx';

type AiReportFormProps = { onDone: (report: ReportDetail) => void; onCancel: () => void };

function AiReportForm({ onDone, onCancel }: AiReportFormProps) {
  const { request, change, discard } = useReportRequest();
  const generating = useGenerateReport({
    failed: (reason) => reason ?? 'Failed to generate report. Please try again.',
    onDone: (report) => {
      discard();
      onDone(report);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canGenerate(request)) generating.generate(toGenerateRequest(request));
  };
  return (
    <Panel title="Generate Report">
      <form className="ai-report-form" onSubmit={submit}>
        <ReportRequestFields typeLabel="Report type" types={REPORT_TYPES} request={request} onChange={change} />
        <p className="quiet ai-report-hint">Without dates, the report covers the last 30 days in the ledger.</p>
        <div className="ai-report-form-buttons">
          <Button type="primary" htmlType="submit" disabled={generating.isPending || !canGenerate(request)}>
            {generating.isPending ? 'Generating...' : 'Generate'}
          </Button>
          <Button
            onClick={() => {
              discard();
              onCancel();
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </Panel>
  );
}

export default function AiReportsScreen() {
  const [params, setParams] = useSearchParams();
  const setParam = useSetParam();
  const closeForm = useCloseThroughUrl(Object.keys(NO_REQUEST_PARAMS));
  const [hasStarted, setHasStarted] = useState(() => readDraft('report') !== null);
  const id = readPositiveInteger(params, 'report');
  const isRequesting = params.has('ask');
  const isFormOpen = isRequesting || hasStarted;
  return (
    <div className="ai-reports">
      <div className="ai-reports-side">
        {isFormOpen && (
          <AiReportForm
            onCancel={() => {
              setHasStarted(false);
              if (isRequesting) closeForm();
            }}
            onDone={(report) => {
              setHasStarted(false);
              setParams((current) => withParams(current, { ...NO_REQUEST_PARAMS, report: report.id }));
            }}
          />
        )}
        <Panel
          title="Reports"
          flush
          actions={
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              aria-expanded={isFormOpen}
              disabled={isFormOpen}
              onClick={() => setParams((current) => withRequestParams(current))}
            >
              Generate Report
            </Button>
          }
        >
          <ReportList selected={id} />
        </Panel>
      </div>
      {id === null ? (
        <Panel title="Report">
          <PanelEmpty text="Select a report to view its content." />
        </Panel>
      ) : (
        <ReportDetailPanel key={id} id={id} onDeleted={() => setParam('report', null)} />
      )}
    </div>
  );
}
