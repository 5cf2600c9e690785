import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { NOTE_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { type ComponentRef, useId, useRef } from 'react';
import { DECIDED_READS, reopenAlert } from '../../../api/decide-alerts.ts';
import { describeError } from '../../../api/describe-error.ts';
import { refresh } from '../../../api/server-events.ts';
import { textIn, useDraft } from '../../../drafts/use-draft.ts';
import { isDecidedByAnother } from '../../../review/use-review-alert.ts';
import { alertName } from '../../../risk/alert-name.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

const NO_REASON = {
  empty: { reason: '' },
  read: (stored: Readonly<Record<string, unknown>>) => ({ reason: textIn(stored, 'reason') }),
};

interface ReopenDialogProps {
  activity: UnusualActivityDetail;
  onClose: () => void;
}

/** Takes a decision back, with the reason that stays in the alert's history. */
export function ReopenDialog({ activity, onClose }: ReopenDialogProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const draft = useDraft(`reopen.${activity.id}`, NO_REASON);
  const { reason } = draft.value;
  const reasonId = useId();
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null);
  const reopening = useMutation({
    mutationFn: () => reopenAlert({ id: activity.id, reason: reason.trim() }),
    onMutate: () => toasts.clear(),
    onSuccess: async () => {
      toasts.success({ title: 'Alert Reopened', description: 'It waits for a decision again.' });
      draft.forget();
      await refresh(client, DECIDED_READS);
      onClose();
    },
    onError: async (error) => {
      toasts.failure({
        title: 'Reopening Failed',
        description: describeError(error, 'The alert could not be reopened.'),
      });
      if (!isDecidedByAnother(error)) return;
      await refresh(client, DECIDED_READS);
      onClose();
    },
  });
  const busy = reopening.isPending;
  const cancel = (): void => {
    if (busy) return;
    draft.forget();
    onClose();
  };
  return (
    <Modal
      open
      title={`Reopen ${alertName(activity)}`}
      width={520}
      mask={{ closable: false }}
      onCancel={cancel}
      onOk={() => reopening.mutate()}
      okText={busy ? 'Reopening...' : 'Reopen alert'}
      okButtonProps={{ disabled: busy || reason.trim() === '' }}
      cancelButtonProps={{ disabled: busy }}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
    >
      <div className="alert-dialog">
        <p>
          The decision is taken back and the alert waits for another one. What was decided stays in its
          history.
        </p>
        <label htmlFor={reasonId}>Reason</label>
        <Input.TextArea
          id={reasonId}
          ref={field}
          rows={3}
          maxLength={NOTE_MAX_LENGTH}
          value={reason}
          onChange={({ target }) => draft.change({ reason: target.value })}
        />
      </div>
    </Modal>
  );
}
