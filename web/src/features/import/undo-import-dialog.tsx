import { UndoOutlined } from '@ant-design/icons';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { type ComponentRef, useRef, useState } from 'react';
import { ApiError } from '../../api/api-client.ts';
import { describeError } from '../../api/error-messages.ts';
import { IMPORTS_KEY, undoImport } from '../../api/imports-api.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { useToasts } from '../../components/toasts.tsx';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { formatUndone } from './import-status-label.tsx';

/** Only what is in the ledger and in the figures can be taken out of them. The server checks it again. */
function isUndoable({ state }: Pick<ImportSummary, 'state'>): boolean {
  return state === 'completed';
}

const POLL_INTERVAL_MS = 5_000;

/** How often to look at imports of which one is being undone. Its end is an event, but an undo that is given up is none. */
export function pollWhileUndoing(
  imports: readonly Pick<ImportSummary, 'state'>[] | undefined,
): number | false {
  return imports?.some(({ state }) => state === 'undoing') ? POLL_INTERVAL_MS : false;
}

/** What an undo takes away and what it leaves, so that nobody has to guess. */
function UndoConsequences({ summary }: { summary: ImportSummary }) {
  const { transactionCount, keptCount, creditTotal, debitTotal } = summary;
  return (
    <div className="undo-what">
      <h3>What goes</h3>
      <ul>
        <li>
          {formatQuantity(transactionCount, 'entry', 'entries')} of this file: {formatMoney(creditTotal)} of
          credits, {formatMoney(debitTotal)} of debits
        </li>
        {keptCount > 0 && (
          <li>{formatQuantity(keptCount, 'entry', 'entries')} of it that were kept by hand</li>
        )}
        <li>their part in the totals of members and companies, and members whom no other file names</li>
        <li>their part in all figures and charts</li>
        <li>alerts nobody has reviewed that would not have been raised without them</li>
      </ul>
      <h3>What stays</h3>
      <ul>
        <li>entries that a later file holds too: that file keeps them</li>
        <li>reviewed alerts, with their evidence</li>
        <li>this import in the history, and in the audit log who undid it</li>
      </ul>
      <p>The file can be imported again.</p>
    </div>
  );
}

interface UndoImportDialogProps {
  summary: ImportSummary;
  onClose: () => void;
}

/** The second step before an import is taken back: names the file and says what goes and what stays. */
function UndoImportDialog({ summary, onClose }: UndoImportDialogProps) {
  const { importId, fileName } = summary;
  const toasts = useToasts();
  const client = useQueryClient();
  const cancelButton = useRef<ComponentRef<typeof Button>>(null);
  const undoing = useMutation({
    mutationFn: () => undoImport(importId),
    onSuccess: async () => {
      toasts.success({ title: 'Undo Started', description: `${fileName} is being taken back` });
      // By then the button that asked has gone, and the keyboard goes on beside it.
      await refreshQueries(client, [IMPORTS_KEY]);
      onClose();
    },
    // Somebody else may have been faster.
    onError: () => void refreshQueries(client, [IMPORTS_KEY]),
  });
  const busy = undoing.isPending;
  const cancel = (): void => {
    if (!busy) onClose();
  };
  return (
    <Modal
      open
      title={`Undo import of ${fileName}?`}
      width={560}
      onCancel={cancel}
      afterOpenChange={(isOpen) => isOpen && cancelButton.current?.focus()}
      footer={[
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a stray Enter must not take anything back
        <Button key="cancel" ref={cancelButton} onClick={cancel} disabled={busy} autoFocus>
          Cancel
        </Button>,
        <Button key="undo" type="primary" danger onClick={() => undoing.mutate()} disabled={busy}>
          {busy ? 'Undoing...' : 'Undo import'}
        </Button>,
      ]}
    >
      <UndoConsequences summary={summary} />
      {undoing.isError && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={`${describeError(undoing.error, 'The import could not be undone.')} ${describeUndoFailure(undoing.error)}`}
        />
      )}
    </Modal>
  );
}

/** Only a refusal is certain: an answer that is lost on its way says nothing about what was done. */
function describeUndoFailure(error: unknown): string {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isRefused ? 'Nothing was changed.' : 'It may have begun all the same: asking again does no harm.';
}

interface UndoImportButtonProps {
  summary: ImportSummary;
  size?: 'small';
}

/** The way to take an import back. Only admins see it; the server checks that again. */
export function UndoImportButton({ summary, size }: UndoImportButtonProps) {
  const { data: user } = useQuery(getCurrentUser());
  const [asks, setAsks] = useState(false);
  const isOffered = user?.role === 'Admin' && isUndoable(summary);
  // Once there is nothing to undo the question is over, whoever was faster.
  if (asks && !isOffered) setAsks(false);
  useRestoreFocus(asks && isOffered);
  if (!isOffered) return null;
  return (
    <>
      <Button
        {...(size && { size })}
        icon={size === undefined && <UndoOutlined aria-hidden />}
        aria-label={`Undo import of ${summary.fileName}`}
        onClick={() => setAsks(true)}
      >
        {size === undefined ? 'Undo import' : 'Undo'}
      </Button>
      {asks && <UndoImportDialog summary={summary} onClose={() => setAsks(false)} />}
    </>
  );
}

/** On top of the receipt of an import that has been taken back, or is just being. */
export function UndoneNotice({ receipt }: { receipt: ImportSummary }) {
  if (receipt.state === 'undoing') {
    return (
      <Alert
        className="receipt-undone"
        type="warning"
        showIcon
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert draws its own element
        role="status"
        title={
          <>
            <strong>Being undone...</strong> Its entries leave the ledger and the figures. This goes on even
            if you leave the page.
          </>
        }
      />
    );
  }
  if (receipt.state !== 'undone') return null;
  return (
    <Alert
      className="receipt-undone"
      type="warning"
      showIcon
      title={
        <>
          <strong>{formatUndone(receipt)}.</strong> Nothing of this file counts any more: what follows is what
          the import had been. The file can be imported again.
        </>
      }
    />
  );
}
