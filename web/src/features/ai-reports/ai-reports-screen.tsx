import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Panel } from '../../panels/panel.tsx';
import { PanelEmpty } from '../../panels/panel-states.tsx';
import { ReportDetailPanel } from './detail/report-detail.tsx';
import { ReportForm } from './form/report-form.tsx';
import { useOpenedForm } from './form/use-opened-form.ts';
import { ReportList } from './list/report-list.tsx';
import { useOpenedReport } from './use-opened-report.ts';
import './ai-reports.css';
import './print.css';

/** Reports written from the ledger's own figures: the list, and the one that is read. */
export default function AiReportsScreen() {
  const { id, page, open, openAsked, turnTo } = useOpenedReport();
  const form = useOpenedForm();
  return (
    <div className="ai-reports">
      <div className="ai-reports-side">
        {form.isOpen && (
          <ReportForm
            onCancel={form.close}
            onDone={(report) => {
              form.forget();
              openAsked(report.id);
            }}
          />
        )}
        <Panel
          title="Reports"
          className="panel-body-flush"
          actions={
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              aria-expanded={form.isOpen}
              disabled={form.isOpen}
              onClick={form.open}
            >
              Generate Report
            </Button>
          }
        >
          <ReportList selected={id} page={page} onPage={turnTo} />
        </Panel>
      </div>
      {id === null ? (
        <Panel title="Report">
          <PanelEmpty text="Select a report to view its content." />
        </Panel>
      ) : (
        <ReportDetailPanel key={id} id={id} onDeleted={() => open(null)} />
      )}
    </div>
  );
}
