import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useToasts } from '../../toasts/toasts.tsx';

interface FormDialogProps {
  title: string;
  /** Id of the form inside, which the main button submits. */
  formId: string;
  verb: string;
  busyVerb: string;
  busy: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog around one form. It stays until the server has answered: what was typed is not lost to a refusal. */
export function FormDialog({ title, formId, verb, busyVerb, busy, onClose, children }: FormDialogProps) {
  const toasts = useToasts();
  const cancel = (): void => {
    if (busy) return;
    // What was said was about this form.
    toasts.clear();
    onClose();
  };
  return (
    <Modal
      open
      title={title}
      width={480}
      mask={{ closable: false }}
      onCancel={cancel}
      okText={busy ? busyVerb : verb}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: busy }}
      cancelButtonProps={{ disabled: busy }}
    >
      {children}
    </Modal>
  );
}
