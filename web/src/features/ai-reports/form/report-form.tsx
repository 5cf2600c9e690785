import { REPORT_TYPES } from '@clearwatch/contracts/ai-reports';
import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { Button } from 'antd';
import type { FormEvent } from 'react';
import { Panel } from '../../../panels/panel.tsx';
import { canBeGenerated, toGenerate } from '../../../report-writing/report-request.ts';
import { ReportRequestFields } from '../../../report-writing/report-request-fields.tsx';
import { useGenerateReport } from '../../../report-writing/use-generate-report.ts';
import { useReportRequest } from '../../../report-writing/use-report-request.ts';

interface ReportFormProps {
  onDone: (report: ReportDetail) => void;
  onCancel: () => void;
}

/** Asks for a report. It stays until the server has answered: nothing typed is lost to a failure. */
export function ReportForm({ onDone, onCancel }: ReportFormProps) {
  const { request, change, forget } = useReportRequest();
  const generating = useGenerateReport({
    failed: (reason) => reason ?? 'Failed to generate report. Please try again.',
    onDone: (report) => {
      forget();
      onDone(report);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canBeGenerated(request)) generating.generate(toGenerate(request));
  };
  return (
    <Panel title="Generate Report">
      <form className="ai-report-form" onSubmit={submit}>
        <ReportRequestFields
          typeLabel="Report type"
          types={REPORT_TYPES}
          request={request}
          onChange={change}
        />
        <p className="quiet ai-report-hint">
          Without dates the report speaks of the newest 30 days of the ledger.
        </p>
        <div className="ai-report-form-buttons">
          <Button
            type="primary"
            htmlType="submit"
            disabled={generating.isPending || !canBeGenerated(request)}
          >
            {generating.isPending ? 'Generating...' : 'Generate'}
          </Button>
          <Button
            onClick={() => {
              forget();
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
