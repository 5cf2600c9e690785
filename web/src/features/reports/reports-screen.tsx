import './reports.css';
import { DownloadOutlined } from '@ant-design/icons';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { MAX_REPORT_ROWS, type TransactionReport } from '../../api/transactions-api.ts';
import { transactionDay, transactionText } from '../../components/newest-transactions.tsx';
import { Panel, PanelEmpty, PanelError, SkeletonLines } from '../../components/panel.tsx';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { ToneBadge } from '../../components/tone-badge.tsx';
import { useOpenedTransaction } from '../../components/transaction-link.tsx';
import { formatDay } from '../../lib/date-format.ts';
import { formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { ExportProgress, useReportExport } from './report-csv-export.tsx';
import { ActiveFilters, ReportFilterPanel } from './report-filter-panel.tsx';
import { isReportUnfiltered, NO_REPORT_FILTERS, toTransactionFilters } from './report-filter-state.ts';
import { SavedReportViews } from './saved-report-views.tsx';
import { useReport, useReportFilters } from './use-report-filters.ts';

function formatFoundCount({ total, isAtLeast }: TransactionReport): string {
  const counted = formatQuantity(total, 'transaction');
  return `Found ${isAtLeast ? 'at least ' : ''}${counted} matching your criteria`;
}

const RESULT_COLUMNS: Column<Transaction>[] = [
  { title: 'Member', cell: ({ memberName }) => <span className="result-member">{memberName || '—'}</span> },
  { title: 'Company', cell: ({ company }) => <span className="result-words">{company || '—'}</span> },
  { title: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
  {
    title: 'Type',
    cell: ({ transactionType }) => (
      <ToneBadge tone={transactionType === 'Credit' ? 'green' : 'gray'}>{transactionType}</ToneBadge>
    ),
  },
  { title: 'Code', cell: ({ transactionCode }) => <span className="figures">{transactionCode || '—'}</span> },
  { title: 'Date', cell: (entry) => <span className="result-day">{formatDay(transactionDay(entry))}</span> },
  { title: 'Description', cell: (entry) => <span className="result-words">{transactionText(entry)}</span> },
  { title: 'Account', cell: ({ accountNumber }) => <span className="figures">{accountNumber}</span> },
  { title: 'Class', cell: ({ class: code }) => code || '—' },
  {
    title: 'Check Tracer Number',
    cell: ({ checkTracerNumber }) => <span className="figures">{checkTracerNumber || '—'}</span>,
  },
  { title: 'Batch', cell: ({ batch }) => <span className="figures">{batch || '—'}</span> },
  { title: 'Addenda', cell: ({ addenda }) => <span className="result-words">{addenda || '—'}</span> },
];

const HIDDEN_BY_DEFAULT = RESULT_COLUMNS.slice(7).map(({ title }) => title);

interface ResultsTableProps {
  report: UseQueryResult<TransactionReport>;
  isUnfiltered: boolean;
  columns: Column<Transaction>[];
}

function ResultsTable({ report, isUnfiltered, columns }: ResultsTableProps) {
  const { open } = useOpenedTransaction();
  const { data, error } = report;
  if (isUnfiltered) return <PanelEmpty text="Use the filters on the left to search for transactions." />;
  if (data === undefined) {
    return error === null ? (
      <div className="table-skeleton" aria-busy="true">
        <p className="quiet results-loading">Loading transactions...</p>
        <SkeletonLines lines={10} height={30} />
      </div>
    ) : (
      <PanelError what="The transactions could not be loaded." error={error} onRetry={() => void report.refetch()} />
    );
  }
  if (data.items.length === 0) return <PanelEmpty text="No transactions found matching your criteria" />;
  return (
    <>
      <DataTable
        caption="Transactions matching the filters"
        columns={columns}
        rows={data.items}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
      />
      {(data.isAtLeast || data.total > MAX_REPORT_ROWS) && (
        <p className="table-note quiet">Showing first 100 results. Export CSV gives the complete data.</p>
      )}
    </>
  );
}

export default function ReportsScreen() {
  const { applied, draft, isAhead, isClear, type, apply, replace, reduceTo } = useReportFilters();
  const report = useReport(applied);
  const { isRunning, start } = useReportExport();
  const isEmpty = isReportUnfiltered(applied);
  const applyAgain = (): void => {
    apply();
    // The ledger may have grown.
    if (!isAhead && !isEmpty) void report.refetch();
  };
  const columns = useColumnChoice('transaction-report', RESULT_COLUMNS, HIDDEN_BY_DEFAULT);
  const found = isEmpty || report.data === undefined ? null : formatFoundCount(report.data);
  return (
    <div className="report-screen">
      <div className="report-side">
        <SavedReportViews applied={applied} onApply={replace} />
        <ReportFilterPanel draft={draft} isAhead={isAhead} onType={type} onApply={applyAgain} />
      </div>
      <div className="screen-rows report-main">
        <ActiveFilters applied={applied} onReduce={reduceTo} />
        <ExportProgress />
        <Panel
          title={found ?? 'Results'}
          badges={<output className="visually-hidden">{found}</output>}
          className="panel-body-flush list-panel"
          actions={
            <>
              {columns.chooser}
              <Button disabled={isClear} onClick={() => replace(NO_REPORT_FILTERS)}>
                Clear Filters
              </Button>
              <Button
                type="primary"
                icon={<DownloadOutlined aria-hidden />}
                disabled={isRunning || !report.data?.items.length}
                onClick={() => start(toTransactionFilters(applied))}
              >
                {isRunning ? 'Exporting...' : 'Export CSV'}
              </Button>
            </>
          }
        >
          <ResultsTable report={report} isUnfiltered={isEmpty} columns={columns.shown} />
        </Panel>
      </div>
    </div>
  );
}
