import { RECOVERY_CODE_MAX_LENGTH, TOTP_DIGITS } from '@clearwatch/contracts/users';
import { Input, type InputProps } from 'antd';
import { useId } from 'react';

interface CodeFieldProps extends InputProps {
  label: string;
  error: string | undefined;
}

/** Takes the focus, because each step that asks for a code has one field. */
function CodeField({ label, error, ...input }: CodeFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input
        {...input}
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step is about this field
        autoFocus
        status={error === undefined ? '' : 'error'}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <span id={`${id}-error`} className="auth-code-error" role="alert">
          {error}
        </span>
      )}
    </>
  );
}

interface CodeInputProps {
  value: string;
  onChange: (code: string) => void;
  disabled: boolean;
  error: string | undefined;
}

/** For a recovery or activation code. */
export function RecoveryCodeField({ onChange, label, ...field }: CodeInputProps & { label: string }) {
  return (
    <div className="auth-code auth-code-recovery">
      <CodeField
        {...field}
        label={label}
        onChange={({ target }) => onChange(target.value)}
        maxLength={RECOVERY_CODE_MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  );
}

interface OneTimeCodeFieldProps extends CodeInputProps {
  label: string;
  /** Called once, when the last digit is typed or the code is pasted. */
  onComplete?: (code: string) => void;
}

export function OneTimeCodeField({ onChange, onComplete, ...field }: OneTimeCodeFieldProps) {
  const update = (text: string): void => {
    const code = text.replace(/\D/g, '').slice(0, TOTP_DIGITS);
    if (code === field.value) return;
    onChange(code);
    if (code.length === TOTP_DIGITS) onComplete?.(code);
  };
  return (
    <div className="auth-code">
      <CodeField
        {...field}
        onChange={({ target }) => update(target.value)}
        // The browser would cut "123 456" to six characters.
        onPaste={(event) => {
          event.preventDefault();
          update(event.clipboardData.getData('text'));
        }}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={TOTP_DIGITS}
      />
    </div>
  );
}
