import { RECOVERY_CODE_MAX_LENGTH, TOTP_DIGITS } from '@clearwatch/contracts/users';
import { Button, Input } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { OneTimeCodeField } from './one-time-code-field.tsx';

interface SecondFactorFormProps {
  /** A recovery code is asked for instead of one of the authenticator app. */
  recovering: boolean;
  onRecovering: (recovering: boolean) => void;
  busy: boolean;
  onSubmit: (code: string) => void;
  onBack: () => void;
}

/** The code of the authenticator app, or a recovery code for the day the phone is gone. */
export function SecondFactorForm({
  recovering,
  onRecovering,
  busy,
  onSubmit,
  onBack,
}: SecondFactorFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const recoveryId = useId();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (recovering ? code.trim() === '' : code.length !== TOTP_DIGITS) {
      setError(recovering ? 'Recovery code is required' : 'Code must be 6 digits');
    } else {
      onSubmit(code.trim());
    }
  };
  const change = (entered: string): void => {
    setError(undefined);
    setCode(entered);
  };

  return (
    <form onSubmit={submit} noValidate>
      {recovering ? (
        <div className="auth-code auth-code-recovery">
          <label htmlFor={recoveryId}>Recovery code</label>
          <Input
            id={recoveryId}
            value={code}
            onChange={({ target }) => change(target.value)}
            maxLength={RECOVERY_CODE_MAX_LENGTH}
            autoComplete="off"
            spellCheck={false}
            disabled={busy}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked for this field
            autoFocus
            status={error === undefined ? '' : 'error'}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : `${recoveryId}-error`}
          />
          {error !== undefined && (
            <span id={`${recoveryId}-error`} className="auth-code-error" role="alert">
              {error}
            </span>
          )}
        </div>
      ) : (
        <OneTimeCodeField
          label="Authenticator code"
          value={code}
          onChange={change}
          onComplete={onSubmit}
          disabled={busy}
          error={error}
        />
      )}
      <Button type="primary" htmlType="submit" size="large" block disabled={busy}>
        {busy ? 'Signing In...' : 'Sign In'}
      </Button>
      <div className="auth-below">
        <button type="button" className="link-button" onClick={onBack}>
          Back
        </button>
        <button
          type="button"
          className="link-button"
          onClick={() => {
            change('');
            onRecovering(!recovering);
          }}
        >
          {recovering ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
      </div>
    </form>
  );
}
