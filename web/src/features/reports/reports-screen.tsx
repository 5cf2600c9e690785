import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { ExportProgress } from './export/export-progress.tsx';
import { useReportExport } from './export/use-report-export.ts';
import { ActiveFilters } from './filters/active-filters.tsx';
import { FilterPanel } from './filters/filter-panel.tsx';
import { isUnfiltered, NO_FILTERS, toWire } from './filters/filter-state.ts';
import { useReportFilters } from './filters/use-report-filters.ts';
import { ResultsPanel } from './results/results-panel.tsx';
import { useReport } from './results/use-report.ts';
import { SavedFilters } from './saved/saved-filters.tsx';
import './reports.css';
import './print.css';

/** Transactions by any of their fields: the first hundred on the screen, all of them as CSV. */
export default function ReportsScreen() {
  const { applied, draft, isAhead, isClear, type, apply, replace, reduceTo } = useReportFilters();
  const report = useReport(applied);
  const { isRunning, start } = useReportExport();
  const isEmpty = isUnfiltered(applied);
  const applyAnew = (): void => {
    apply();
    // The same question once more: the ledger may have grown.
    if (!isAhead && !isEmpty) void report.refetch();
  };
  return (
    <div className="report-screen">
      <div className="report-side">
        <SavedFilters applied={applied} onApply={replace} />
        <FilterPanel draft={draft} isAhead={isAhead} onType={type} onApply={applyAnew} />
      </div>
      <div className="screen-rows report-main">
        <ActiveFilters applied={applied} onReduce={reduceTo} />
        <ExportProgress />
        <ResultsPanel
          report={report}
          isUnfiltered={isEmpty}
          actions={
            <>
              <Button disabled={isClear} onClick={() => replace(NO_FILTERS)}>
                Clear Filters
              </Button>
              <Button
                type="primary"
                icon={<DownloadOutlined aria-hidden />}
                disabled={isRunning || !report.data?.items.length}
                onClick={() => start(toWire(applied))}
              >
                {isRunning ? 'Exporting...' : 'Export CSV'}
              </Button>
            </>
          }
        />
      </div>
    </div>
  );
}
