import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { IMPORTS_KEY, IMPORTS_PER_PAGE, listImports, retryImport } from '../../api/imports-api.ts';
import { Panel, PanelEmpty, TableSkeleton } from '../../components/panel.tsx';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, TwoLines } from '../../components/tables/data-table.tsx';
import { PagedList } from '../../components/tables/paged-list.tsx';
import { useChangeWithToast } from '../../components/use-change-with-toast.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatBytes, formatCount, formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { useUrlPage } from '../../lib/use-url-state.ts';
import { FileDigest, fileKindLabel, ImportStatusLabel } from './import-status-label.tsx';
import { pollWhileUndoing, UndoImportButton } from './undo-import-dialog.tsx';
import { type OpenedImport, useOpenedImport } from './use-opened-import.ts';

type ImportActionProps = { summary: ImportSummary; onReceipt: () => void; onMapping: () => void };

function ImportAction({ summary: { importId, state, fileName }, onReceipt, onMapping }: ImportActionProps) {
  const retry = useChangeWithToast([IMPORTS_KEY], () => undefined);
  if (state === 'needs_mapping') {
    return (
      <Button size="small" type="primary" aria-label={`Choose columns for ${fileName}`} onClick={onMapping}>
        Choose columns
      </Button>
    );
  }
  if (state === 'failed') {
    return (
      <Button
        size="small"
        aria-label={`Try again: import of ${fileName}`}
        disabled={retry.isPending}
        onClick={() =>
          retry.mutate({
            call: () => retryImport(importId),
            done: { title: 'Import Started', description: `${fileName} is being imported again` },
            failed: 'The import could not be restarted.',
          })
        }
      >
        {retry.isPending ? 'Trying...' : 'Try again'}
      </Button>
    );
  }
  return (
    <Button size="small" aria-label={`Receipt for ${fileName}`} onClick={onReceipt}>
      Receipt
    </Button>
  );
}

function importColumns({ open, openMapping }: OpenedImport): Column<ImportSummary>[] {
  return [
    {
      title: 'File',
      cell: ({ importId, fileName, fileSize, fileKind, digest }) => (
        <span className="import-file">
          <button type="button" className="link-button" onClick={() => open(importId)}>
            {fileName}
          </button>
          <span className="quiet">
            {fileKindLabel(fileKind)}, {formatBytes(fileSize)}
          </span>
          <FileDigest digest={digest} fileName={fileName} />
        </span>
      ),
    },
    {
      title: 'Imported',
      cell: ({ createdAt, uploadedBy }) => (
        <TwoLines className="import-when" text={formatDateTime(createdAt)} note={uploadedBy} />
      ),
    },
    {
      title: 'Status',
      cell: (summary) => (
        <span className="import-done">
          <ImportStatusLabel summary={summary} />
          {summary.unbalancedCount > 0 && (
            <button
              type="button"
              className="link-button import-unbalanced"
              aria-label={`Not balanced: ${summary.fileName}`}
              onClick={() => open(summary.importId, 'totals')}
            >
              Not balanced
            </button>
          )}
          {summary.warningCount > 0 && (
            <button
              type="button"
              className="link-button"
              aria-label={`${formatQuantity(summary.warningCount, 'warning')} about ${summary.fileName}`}
              onClick={() => open(summary.importId, 'warnings')}
            >
              {formatQuantity(summary.warningCount, 'warning')}
            </button>
          )}
        </span>
      ),
    },
    {
      title: 'Stored',
      numeric: true,
      cell: ({ state, transactionCount, memberCount }) => (
        <span className="import-sums">
          <ImportCount state={state}>{formatCount(transactionCount)}</ImportCount>
          {memberCount > 0 && (
            <span className="quiet">
              <ImportCount state={state}>{formatQuantity(memberCount, 'member')}</ImportCount>
            </span>
          )}
        </span>
      ),
    },
    {
      title: 'Duplicates',
      numeric: true,
      cell: ({ importId, duplicateCount, fileName }) => (
        <CountLink
          count={duplicateCount}
          label={`${formatQuantity(duplicateCount, 'duplicate')} in ${fileName}`}
          onOpen={() => open(importId, 'duplicates')}
        />
      ),
    },
    {
      title: 'Rejected',
      numeric: true,
      cell: ({ importId, rejectedCount, fileName }) => (
        <CountLink
          count={rejectedCount}
          label={`${formatQuantity(rejectedCount, 'rejected row')} in ${fileName}`}
          onOpen={() => open(importId, 'rejects')}
        />
      ),
    },
    {
      title: 'Credits / Debits',
      numeric: true,
      cell: ({ state, creditTotal, debitTotal }) => (
        <span className="import-sums">
          <ImportCount state={state}>{formatMoney(creditTotal)}</ImportCount>
          <span className="quiet">
            <ImportCount state={state}>{formatMoney(debitTotal)}</ImportCount>
          </span>
        </span>
      ),
    },
    {
      title: 'Next',
      cell: (summary) => (
        <span className="import-next">
          <ImportAction
            summary={summary}
            onReceipt={() => open(summary.importId)}
            onMapping={() => openMapping(summary.importId)}
          />
          <UndoImportButton summary={summary} size="small" />
        </span>
      ),
    },
  ];
}

function ImportCount({ state, children }: Pick<ImportSummary, 'state'> & { children: ReactNode }) {
  if (state !== 'undoing' && state !== 'undone') return <span>{children}</span>;
  return <s title="Before the import was undone">{children}</s>;
}

function CountLink({ count, label, onOpen }: { count: number; label: string; onOpen: () => void }) {
  if (count === 0) return '0';
  return (
    <button type="button" className="link-button" aria-label={label} onClick={onOpen}>
      {formatCount(count)}
    </button>
  );
}

export function RecentImports() {
  const paging = useUrlPage(IMPORTS_PER_PAGE);
  const imports = useQuery({
    ...listImports(paging.page),
    refetchInterval: ({ state }) => pollWhileUndoing(state.data?.items),
  });
  const opened = useOpenedImport();
  const columns = useColumnChoice('imports', importColumns(opened));
  const total = imports.data?.total ?? 0;
  return (
    <Panel
      title="Recent Imports"
      note={total > 0 && formatQuantity(total, 'import')}
      className="panel-body-flush import-history"
      {...(total > 0 && { actions: columns.chooser })}
    >
      <PagedList
        caption="Imports, newest first"
        query={imports}
        columns={columns.shown}
        rowKey={({ importId }) => importId}
        onOpen={({ importId }) => opened.open(importId)}
        {...paging}
        skeleton={<TableSkeleton lines={4} height={32} />}
        failed="The imports could not be loaded."
        empty={<PanelEmpty text="Nothing imported yet. Choose a file above." />}
        scrollTo="start"
        hidesSinglePage
      />
    </Panel>
  );
}
