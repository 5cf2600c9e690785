import { FRESH_CODE_MINUTES, TOTP_DIGITS } from '@clearwatch/contracts/users';
import { useMutation } from '@tanstack/react-query';
import { Modal } from 'antd';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useFreshCodeQuestion } from '../../api/fresh-code.ts';
import { confirmCode } from '../../api/session-api.ts';
import { OneTimeCodeField, RecoveryCodeField } from '../../components/code-fields.tsx';
import { ErrorAlert } from '../../components/error-notices.tsx';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';

/** Asks for a code before an admin action. The API client then repeats the action. */
export function FreshCodeDialog() {
  const question = useFreshCodeQuestion();
  if (question === null) return null;
  return <CodeDialog onAnswer={question.answer} />;
}

function CodeDialog({ onAnswer }: { onAnswer: (answer: 'confirmed' | 'canceled') => void }) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [isRecovering, setIsRecovering] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const confirm = useMutation({
    mutationFn: confirmCode,
    gcTime: 0,
    onSuccess: () => onAnswer('confirmed'),
    onError: () => {
      setCode('');
      setRefusals((count) => count + 1);
    },
  });
  const change = (entered: string): void => {
    setProblem(undefined);
    setCode(entered);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (confirm.isPending) return;
    if (isRecovering ? code.trim() === '' : code.length !== TOTP_DIGITS)
      setProblem(isRecovering ? 'Code is required' : 'Code must be 6 digits');
    else confirm.mutate(code.trim());
  };
  useRestoreFocus(true);
  const field = { value: code, onChange: change, disabled: confirm.isPending, error: problem };
  return (
    <Modal
      open
      title="Confirm with a code"
      width={440}
      mask={{ closable: false }}
      // A menu that closes behind the dialog may have taken the focus.
      afterOpenChange={(isOpen) => isOpen && form.current?.querySelector('input')?.focus()}
      onCancel={() => !confirm.isPending && onAnswer('canceled')}
      okText={confirm.isPending ? 'Confirming...' : 'Confirm'}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: confirm.isPending }}
      cancelButtonProps={{ disabled: confirm.isPending }}
    >
      <p>
        This action needs a new code. You are then not asked again for {FRESH_CODE_MINUTES} minutes. A code that you
        have already used does not work; wait for the next one.
      </p>
      {confirm.isError && <ErrorAlert error={confirm.error} fallback="The code could not be checked." />}
      <form ref={form} id={formId} className="fresh-code" onSubmit={submit} noValidate>
        {isRecovering ? (
          <RecoveryCodeField key={refusals} {...field} label="Recovery code" />
        ) : (
          <OneTimeCodeField
            key={refusals}
            {...field}
            label="Authenticator code"
            onComplete={(full) => confirm.mutate(full)}
          />
        )}
        <button
          type="button"
          className="link-button"
          onClick={() => {
            change('');
            setIsRecovering(!isRecovering);
          }}
        >
          {isRecovering ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
      </form>
    </Modal>
  );
}
