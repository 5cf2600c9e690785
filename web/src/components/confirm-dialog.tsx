import { Button, Modal } from 'antd';
import { type ComponentRef, useRef } from 'react';

export interface ConfirmQuestion {
  title: string;
  text: string;
  verb: string;
  busyVerb: string;
  danger?: true;
}

interface ConfirmDialogProps {
  question: ConfirmQuestion;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog({ question, busy, onConfirm, onCancel }: ConfirmDialogProps) {
  const { title, text, verb, busyVerb, danger = false } = question;
  const cancelButton = useRef<ComponentRef<typeof Button>>(null);
  const cancel = (): void => {
    if (!busy) onCancel();
  };
  return (
    <Modal
      open
      title={title}
      width={460}
      onCancel={cancel}
      // Otherwise the menu it was opened from takes the focus when it closes.
      afterOpenChange={(isOpen) => isOpen && cancelButton.current?.focus()}
      footer={[
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a stray Enter must not delete anything
        <Button key="cancel" ref={cancelButton} onClick={cancel} disabled={busy} autoFocus>
          Cancel
        </Button>,
        <Button key="confirm" type="primary" danger={danger} onClick={onConfirm} disabled={busy}>
          {busy ? busyVerb : verb}
        </Button>,
      ]}
    >
      <p>{text}</p>
    </Modal>
  );
}
