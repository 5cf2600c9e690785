import type { QueryKey } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { type ComponentRef, type ReactNode, useRef } from 'react';
import { useRestoreFocus } from '../lib/keyboard-focus.ts';
import { type ChangeWithToast, useChangeWithToast } from './use-change-with-toast.ts';

export interface ConfirmQuestion {
  title: string;
  text?: string;
  verb: string;
  busyVerb: string;
  danger?: true;
}

interface ConfirmDialogProps {
  question: ConfirmQuestion;
  busy: boolean;
  /** Pixels. */
  width?: number;
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, busy, width = 460, children, onConfirm, onCancel } = props;
  const { title, text, verb, busyVerb, danger = false } = question;
  const cancelButton = useRef<ComponentRef<typeof Button>>(null);
  const cancel = (): void => {
    if (!busy) onCancel();
  };
  const takeFocusBack = (): void => {
    const dialog = cancelButton.current?.closest('[role=dialog]');
    // Someone who already pressed Tab must not land on Cancel again.
    if (dialog?.contains(document.activeElement) === false) cancelButton.current?.focus();
  };
  return (
    <Modal
      open
      title={title}
      width={width}
      onCancel={cancel}
      // A menu that closes behind the dialog may have taken the focus.
      afterOpenChange={(isOpen) => isOpen && takeFocusBack()}
      footer={[
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- an accidental Enter must not delete anything
        <Button key="cancel" ref={cancelButton} onClick={cancel} disabled={busy} autoFocus>
          Cancel
        </Button>,
        <Button key="confirm" type="primary" danger={danger} onClick={onConfirm} disabled={busy}>
          {busy ? busyVerb : verb}
        </Button>,
      ]}
    >
      {text !== undefined && <p>{text}</p>}
      {children}
    </Modal>
  );
}

interface ConfirmChangeDialogProps {
  question: ConfirmQuestion;
  change: ChangeWithToast;
  outdated: QueryKey[];
  onClose: () => void;
}

/** Asks for confirmation, sends the change and shows a toast. Stays open after a failure. */
export function ConfirmChangeDialog({ question, change, outdated, onClose }: ConfirmChangeDialogProps) {
  const { mutate, isPending } = useChangeWithToast(outdated, onClose);
  useRestoreFocus(true);
  return <ConfirmDialog question={question} busy={isPending} onConfirm={() => mutate(change)} onCancel={onClose} />;
}
