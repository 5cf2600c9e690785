import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TransactionReport } from '../../../api/transaction-reports.ts';
import { Panel } from '../../../panels/panel.tsx';
import { useColumnChoice } from '../../../tables/use-column-choice.tsx';
import { foundWords } from './found-words.ts';
import { RESULT_COLUMNS, USUALLY_HIDDEN } from './result-columns.tsx';
import { ResultsTable } from './results-table.tsx';

interface ResultsPanelProps {
  report: UseQueryResult<TransactionReport>;
  isUnfiltered: boolean;
  actions: ReactNode;
}

/** How many entries match, the first of them, and what can be done with all of them. */
export function ResultsPanel({ report, isUnfiltered, actions }: ResultsPanelProps) {
  const columns = useColumnChoice('transaction-report', RESULT_COLUMNS, USUALLY_HIDDEN);
  const found = isUnfiltered || report.data === undefined ? null : foundWords(report.data);
  return (
    <Panel
      title={found ?? 'Results'}
      badges={<output className="visually-hidden">{found}</output>}
      className="panel-body-flush list-panel"
      actions={
        <>
          {columns.chooser}
          {actions}
        </>
      }
    >
      <ResultsTable report={report} isUnfiltered={isUnfiltered} columns={columns.shown} />
    </Panel>
  );
}
