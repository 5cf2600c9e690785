import type { ImportSummary } from '@clearwatch/contracts/http/imports';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listImports } from '../../api/list-imports.ts';
import { formatBytes, formatCount } from '../../formats/count.ts';
import { formatDateTime } from '../../formats/dates.ts';
import { Panel } from '../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import { ImportState } from './import-state.tsx';
import { RejectsDrawer } from './rejects-drawer.tsx';

/** Every import with its state: whoever reloads in the middle finds it here. */
export function RecentImports() {
  const imports = useQuery(listImports());
  const [rejectsOf, setRejectsOf] = useState<number | null>(null);
  return (
    <Panel title="Recent Imports" className="import-recent panel-body-flush">
      <QueryStates
        query={imports}
        skeleton={
          <div className="import-skeleton">
            <SkeletonLines lines={4} height={32} />
          </div>
        }
        failed="The imports could not be loaded."
      >
        {(rows) =>
          rows.length === 0 ? (
            <PanelEmpty text="Nothing imported yet. Choose a file above." />
          ) : (
            <DataTable
              caption="Imports, newest first"
              columns={importColumns(setRejectsOf)}
              rows={rows}
              rowKey={({ importId }) => importId}
            />
          )
        }
      </QueryStates>
      <RejectsDrawer importId={rejectsOf} onClose={() => setRejectsOf(null)} />
    </Panel>
  );
}

function importColumns(onRejects: (importId: number) => void): Column<ImportSummary>[] {
  return [
    {
      title: 'File',
      cell: ({ fileName, fileSize }) => (
        <span className="import-file">
          <strong>{fileName}</strong>
          <span className="quiet">{formatBytes(fileSize)}</span>
        </span>
      ),
    },
    { title: 'Imported', cell: ({ createdAt }) => formatDateTime(createdAt) },
    { title: 'By', cell: ({ uploadedBy }) => uploadedBy },
    { title: 'State', cell: (summary) => <ImportState summary={summary} /> },
    { title: 'Stored', cell: ({ transactionCount }) => formatCount(transactionCount), numeric: true },
    { title: 'Members', cell: ({ memberCount }) => formatCount(memberCount), numeric: true },
    { title: 'Duplicates', cell: ({ duplicateCount }) => formatCount(duplicateCount), numeric: true },
    {
      title: 'Rejected',
      numeric: true,
      cell: ({ importId, rejectedCount, fileName }) =>
        rejectedCount === 0 ? (
          '0'
        ) : (
          <button
            type="button"
            className="link-button"
            aria-label={`${formatCount(rejectedCount)} rejected rows of ${fileName}`}
            onClick={() => onRejects(importId)}
          >
            {formatCount(rejectedCount)}
          </button>
        ),
    },
  ];
}
