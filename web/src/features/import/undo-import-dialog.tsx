import { UndoOutlined } from '@ant-design/icons';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../api/api-client.ts';
import { describeError } from '../../api/error-messages.ts';
import { IMPORTS_KEY, undoImport } from '../../api/imports-api.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { formatUndone } from './import-status-label.tsx';

const POLL_INTERVAL_MS = 5_000;

/** A finished undo sends an event, an abandoned one does not. @returns milliseconds; false: no polling */
export function pollWhileUndoing(imports: readonly ImportSummary[] | undefined): number | false {
  return imports?.some(({ state }) => state === 'undoing') ? POLL_INTERVAL_MS : false;
}

function UndoConsequences({ summary }: { summary: ImportSummary }) {
  const { transactionCount, keptCount, creditTotal, debitTotal } = summary;
  return (
    <div className="undo-what">
      <h3>What is removed</h3>
      <ul>
        <li>
          {formatQuantity(transactionCount, 'entry', 'entries')} from this file: {formatMoney(creditTotal)} in credits,{' '}
          {formatMoney(debitTotal)} in debits
        </li>
        {keptCount > 0 && (
          <li>
            {formatQuantity(keptCount, 'duplicate')} in this file that{' '}
            {keptCount === 1 ? 'was kept as a separate entry' : 'were kept as separate entries'}
          </li>
        )}
        <li>their share of member and company totals, and members who appear in no other file</li>
        <li>their share of all figures and charts</li>
        <li>unreviewed alerts that would not have been raised without them</li>
      </ul>
      <h3>What is kept</h3>
      <ul>
        <li>entries that a later file also contains; they will belong to that file</li>
        <li>reviewed alerts, with their evidence</li>
        <li>this import in the history, and an audit log entry that names who undid it</li>
      </ul>
      <p>The file can be imported again.</p>
    </div>
  );
}

function UndoImportDialog({ summary, onClose }: { summary: ImportSummary; onClose: () => void }) {
  const { importId, fileName } = summary;
  const toasts = useToasts();
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoImport(importId),
    onSuccess: async () => {
      toasts.success({ title: 'Undo Started', description: `The import of ${fileName} is being undone` });
      // The button that opened this dialog must be gone before the focus returns.
      await refreshQueries(client, [IMPORTS_KEY]);
      onClose();
    },
    // Another admin may have undone the import first.
    onError: () => void refreshQueries(client, [IMPORTS_KEY]),
  });
  return (
    <ConfirmDialog
      question={{
        title: `Undo import of ${fileName}?`,
        verb: 'Undo import',
        busyVerb: 'Undoing...',
        danger: true,
      }}
      width={560}
      busy={undo.isPending}
      onConfirm={() => undo.mutate()}
      onCancel={onClose}
    >
      <UndoConsequences summary={summary} />
      {undo.isError && (
        <Alert
          type="error"
          showIcon
          title={`${describeError(undo.error, 'The import could not be undone.')} ${describeUndoFailure(undo.error)}`}
        />
      )}
    </ConfirmDialog>
  );
}

/** Without a response, it is unknown whether the undo started. */
function describeUndoFailure(error: unknown): string {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isRefused ? 'Nothing was changed.' : 'The undo may have started anyway. It is safe to try again.';
}

/** Only admins see the button. The server checks the role and the state again. */
export function UndoImportButton({ summary, size }: { summary: ImportSummary; size?: 'small' }) {
  const { data: user } = useQuery(getCurrentUser());
  const [isAsking, setIsAsking] = useState(false);
  const isOffered = user?.role === 'Admin' && summary.state === 'completed';
  // Another admin undid the import in the meantime.
  if (isAsking && !isOffered) setIsAsking(false);
  useRestoreFocus(isAsking && isOffered);
  if (!isOffered) return null;
  return (
    <>
      <Button
        {...(size && { size })}
        icon={size === undefined && <UndoOutlined aria-hidden />}
        aria-label={`Undo import of ${summary.fileName}`}
        onClick={() => setIsAsking(true)}
      >
        {size === undefined ? 'Undo import' : 'Undo'}
      </Button>
      {isAsking && <UndoImportDialog summary={summary} onClose={() => setIsAsking(false)} />}
    </>
  );
}

export function UndoneNotice({ receipt }: { receipt: ImportSummary }) {
  const isPending = receipt.state === 'undoing';
  if (!isPending && receipt.state !== 'undone') return null;
  return (
    <Alert
      className="receipt-undone"
      type="warning"
      showIcon
      role={isPending ? 'status' : 'alert'}
      title={
        isPending ? (
          <>
            <strong>Being undone...</strong> The entries are being removed from the ledger and the figures. This
            continues even if you leave the page.
          </>
        ) : (
          <>
            <strong>{formatUndone(receipt)}.</strong> This file is no longer included in any figure. The numbers below
            are from before the undo. The file can be imported again.
          </>
        )
      }
    />
  );
}
