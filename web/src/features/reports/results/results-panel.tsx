import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TransactionReport } from '../../../api/transaction-reports.ts';
import { Panel } from '../../../panels/panel.tsx';
import { ColumnChooser } from '../../../tables/column-chooser.tsx';
import { useHiddenColumns } from '../../../tables/use-hidden-columns.ts';
import { foundWords } from './found-words.ts';
import { CHOOSABLE_COLUMNS, RESULT_COLUMNS, USUALLY_HIDDEN } from './result-columns.tsx';
import { ResultsTable } from './results-table.tsx';

interface ResultsPanelProps {
  report: UseQueryResult<TransactionReport>;
  isUnfiltered: boolean;
  actions: ReactNode;
}

/** How many entries match, the first of them, and what can be done with all of them. */
export function ResultsPanel({ report, isUnfiltered, actions }: ResultsPanelProps) {
  const { hidden, hide } = useHiddenColumns('transaction-report', USUALLY_HIDDEN);
  const found = isUnfiltered || report.data === undefined ? null : foundWords(report.data);
  return (
    <Panel
      title={found ?? 'Results'}
      badges={<output className="visually-hidden">{found}</output>}
      className="panel-body-flush list-panel"
      actions={
        <>
          <ColumnChooser titles={CHOOSABLE_COLUMNS} hidden={hidden} onHide={hide} />
          {actions}
        </>
      }
    >
      <ResultsTable
        report={report}
        isUnfiltered={isUnfiltered}
        columns={RESULT_COLUMNS.filter(({ title }) => !hidden.includes(title))}
      />
    </Panel>
  );
}
