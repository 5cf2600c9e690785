import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { useReportExport } from './report-csv-export.tsx';
import { readReportFilters, toTransactionFilters } from './report-filter-state.ts';
import { useReport } from './use-report-filters.ts';

export default function ExportReportButton() {
  const [params] = useSearchParams();
  const filters = readReportFilters(params);
  const report = useReport(filters);
  const { isRunning, start } = useReportExport();
  return (
    <Button
      type="text"
      className="export-report"
      icon={<DownloadOutlined aria-hidden />}
      disabled={isRunning || !report.data?.items.length}
      onClick={() => start(toTransactionFilters(filters))}
    >
      Export Report
    </Button>
  );
}
