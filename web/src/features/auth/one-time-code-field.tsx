import { TOTP_DIGITS } from '@clearwatch/contracts/users';
import { Input } from 'antd';
import { type ClipboardEvent, useId } from 'react';

interface OneTimeCodeFieldProps {
  label: string;
  value: string;
  onChange: (code: string) => void;
  /** Called once with the whole code, when its last digit is typed or it is pasted. */
  onComplete: (code: string) => void;
  disabled: boolean;
  error?: string;
}

/** Six digits of an authenticator app. Whatever else is pasted along (spaces, dashes) is left out. */
export function OneTimeCodeField({
  label,
  value,
  onChange,
  onComplete,
  disabled,
  error,
}: OneTimeCodeFieldProps) {
  const id = useId();
  const take = (text: string): void => {
    const code = text.replace(/\D/g, '').slice(0, TOTP_DIGITS);
    if (code === value) return;
    onChange(code);
    if (code.length === TOTP_DIGITS) onComplete(code);
  };
  // Taken here because the browser would cut "123 456" to six characters before we see it.
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault();
    take(event.clipboardData.getData('text'));
  };

  return (
    <div className="auth-code">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        value={value}
        onChange={({ target }) => take(target.value)}
        onPaste={paste}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={TOTP_DIGITS}
        // The step is about this one field: whoever comes here types the code next.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        disabled={disabled}
        status={error === undefined ? '' : 'error'}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <span id={`${id}-error`} className="auth-code-error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
