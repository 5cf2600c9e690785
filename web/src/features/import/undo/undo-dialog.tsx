import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { type ComponentRef, useRef } from 'react';
import { undoImport } from '../../../api/change-imports.ts';
import { describeError } from '../../../api/describe-error.ts';
import { ApiError } from '../../../api/http.ts';
import { IMPORTS_KEY } from '../../../api/list-imports.ts';
import { refresh } from '../../../api/server-events.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import { WhatGoes } from './what-goes.tsx';

interface UndoDialogProps {
  summary: ImportSummary;
  onClose: () => void;
}

/** The second step before an import is taken back: names the file and says what goes and what stays. */
export function UndoDialog({ summary, onClose }: UndoDialogProps) {
  const { importId, fileName } = summary;
  const toasts = useToasts();
  const client = useQueryClient();
  const cancelButton = useRef<ComponentRef<typeof Button>>(null);
  const undoing = useMutation({
    mutationFn: () => undoImport(importId),
    onSuccess: async () => {
      toasts.success({ title: 'Undo Started', description: `${fileName} is being taken back` });
      // By then the button that asked has gone, and the keyboard goes on beside it.
      await refresh(client, [IMPORTS_KEY]);
      onClose();
    },
    // Somebody else may have been faster.
    onError: () => void refresh(client, [IMPORTS_KEY]),
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
      <WhatGoes summary={summary} />
      {undoing.isError && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={`${describeError(undoing.error, 'The import could not be undone.')} ${whatNow(undoing.error)}`}
        />
      )}
    </Modal>
  );
}

/** Only a refusal is certain: an answer that is lost on its way says nothing about what was done. */
function whatNow(error: unknown): string {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isRefused ? 'Nothing was changed.' : 'It may have begun all the same: asking again does no harm.';
}
