import type { ImportSummary, ImportState as State } from '@clearwatch/contracts/imports.dto';
import type { ReactNode } from 'react';
import { formatBytes, formatCount, formatCounted } from '../../../formats/count.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import type { Column } from '../../../tables/data-table.tsx';
import { Digest } from '../receipt/digest.tsx';
import { fileKindLabel } from '../receipt/file-kind-label.ts';
import { UndoButton } from '../undo/undo-button.tsx';
import type { ReceiptPart } from '../use-opened-import.ts';
import { ImportAction } from './import-action.tsx';
import { ImportState } from './import-state.tsx';

interface Opens {
  open: (importId: number, part?: ReceiptPart) => void;
  openMapping: (importId: number) => void;
}

export function importColumns({ open, openMapping }: Opens): Column<ImportSummary>[] {
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
          <Digest digest={digest} fileName={fileName} />
        </span>
      ),
    },
    {
      title: 'Imported',
      cell: ({ createdAt, uploadedBy }) => (
        <span className="import-when">
          <span>{formatDateTime(createdAt)}</span>
          <span className="quiet">{uploadedBy}</span>
        </span>
      ),
    },
    {
      title: 'State',
      cell: (summary) => (
        <span className="import-done">
          <ImportState summary={summary} />
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
              aria-label={`${formatCounted(summary.warningCount, 'warning')} about ${summary.fileName}`}
              onClick={() => open(summary.importId, 'warnings')}
            >
              {formatCounted(summary.warningCount, 'warning')}
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
          <Counting state={state}>{formatCount(transactionCount)}</Counting>
          {memberCount > 0 && (
            <span className="quiet">
              <Counting state={state}>{formatCounted(memberCount, 'member')}</Counting>
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
          label={`${formatCount(duplicateCount)} duplicates of ${fileName}`}
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
          label={`${formatCount(rejectedCount)} rejected rows of ${fileName}`}
          onOpen={() => open(importId, 'rejects')}
        />
      ),
    },
    {
      title: 'Credits / Debits',
      numeric: true,
      cell: ({ state, creditTotal, debitTotal }) => (
        <span className="import-sums">
          <Counting state={state}>{formatMoney(creditTotal)}</Counting>
          <span className="quiet">
            <Counting state={state}>{formatMoney(debitTotal)}</Counting>
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
          <UndoButton summary={summary} size="small" />
        </span>
      ),
    },
  ];
}

/** What an import brought; struck out once it has been taken back. */
function Counting({ state, children }: { state: State; children: ReactNode }) {
  if (state !== 'undoing' && state !== 'undone') return <span>{children}</span>;
  return <s title="Before it was undone">{children}</s>;
}

function CountLink({ count, label, onOpen }: { count: number; label: string; onOpen: () => void }) {
  if (count === 0) return '0';
  return (
    <button type="button" className="link-button" aria-label={label} onClick={onOpen}>
      {formatCount(count)}
    </button>
  );
}
