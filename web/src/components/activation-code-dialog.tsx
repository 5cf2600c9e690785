import { ACTIVATION_CODE_DAYS } from '@clearwatch/contracts/users';
import { Button, Modal } from 'antd';
import { CopyButton } from './copy-button.tsx';

interface ActivationCodeDialogProps {
  code: string;
  username: string;
  onClose: () => void;
}

/** Shown once: the server stores only a hash. */
export function ActivationCodeDialog({ code, username, onClose }: ActivationCodeDialogProps) {
  return (
    <Modal
      open
      title="Activation code"
      width={460}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>
        Give this code to <strong>{username}</strong>, in person or by telephone. It is needed at the next sign-in,
        together with the password, and works for {ACTIVATION_CODE_DAYS} days, until two-factor is set up again.
      </p>
      <div className="activation-code">
        <code>{code}</code>
        <CopyButton text={code} label="Copy code" />
      </div>
      <p className="quiet">The code is shown only once. If it is lost, reset two-factor again.</p>
    </Modal>
  );
}
