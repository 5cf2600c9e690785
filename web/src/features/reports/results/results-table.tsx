import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TransactionReport } from '../../../api/transaction-reports.ts';
import { PanelEmpty, PanelError } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { useOpenedTransaction } from '../../../transaction-link/use-opened-transaction.ts';
import { isCut } from './found-words.ts';

interface ResultsTableProps {
  report: UseQueryResult<TransactionReport>;
  isUnfiltered: boolean;
  columns: Column<Transaction>[];
}

/** The first hundred entries of the report in all its states. A row opens the entry. */
export function ResultsTable({ report, isUnfiltered, columns }: ResultsTableProps) {
  const { open } = useOpenedTransaction();
  if (isUnfiltered) return <PanelEmpty text="Use the filters on the left to search for transactions." />;
  if (report.data === undefined && report.isError) {
    return (
      <PanelError
        what="The transactions could not be loaded."
        error={report.error}
        onRetry={() => void report.refetch()}
      />
    );
  }
  if (report.data === undefined) {
    return (
      <div className="table-skeleton" aria-busy="true">
        <p className="quiet results-loading">Loading transactions...</p>
        <SkeletonLines lines={10} height={30} />
      </div>
    );
  }
  if (report.data.items.length === 0) {
    return <PanelEmpty text="No transactions found matching your criteria" />;
  }
  return (
    <>
      <DataTable
        caption="Transactions matching the filters"
        columns={columns}
        rows={report.data.items}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
      />
      {isCut(report.data) && (
        <p className="table-note quiet">Showing first 100 results. Export CSV gives the complete data.</p>
      )}
    </>
  );
}
