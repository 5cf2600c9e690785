import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { readFilters, toWire } from '../filters/filter-state.ts';
import { useReport } from '../results/use-report.ts';
import { useReportExport } from './use-report-export.ts';

/** In the header of /reports: the report shown below, as CSV. */
export default function ExportReportButton() {
  const [params] = useSearchParams();
  const filters = readFilters(params);
  const report = useReport(filters);
  const { isRunning, start } = useReportExport();
  return (
    <Button
      type="text"
      className="export-report"
      icon={<DownloadOutlined aria-hidden />}
      disabled={isRunning || !report.data?.items.length}
      onClick={() => start(toWire(filters))}
    >
      Export Report
    </Button>
  );
}
