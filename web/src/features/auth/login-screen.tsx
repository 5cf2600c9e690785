import type { LoginRequest, LoginResponse } from '@clearwatch/contracts/sign-in.dto';
import { TOTP_DIGITS } from '@clearwatch/contracts/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { type EndedSession, getEndedSession, signInRequests } from '../../api/session-api.ts';
import { ErrorText } from '../../components/error-notices.tsx';
import { formatQuantity } from '../../lib/number-format.ts';
import { AuthCard } from './auth-card.tsx';
import { OneTimeCodeField, RecoveryCodeField } from './one-time-code-field.tsx';

interface CredentialsFormProps {
  initial: LoginRequest;
  busy: boolean;
  onSubmit: (credentials: LoginRequest) => void;
}

function CredentialsForm({ initial, busy, onSubmit }: CredentialsFormProps) {
  return (
    <Form<LoginRequest> layout="vertical" requiredMark={false} initialValues={initial} onFinish={onSubmit}>
      <Form.Item
        name="username"
        label="Username"
        rules={[{ required: true, message: 'Username is required' }]}
        validateTrigger="onSubmit"
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- signing in is all this page is for */}
        <Input autoComplete="username" autoFocus autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="password"
        label="Password"
        rules={[{ required: true, message: 'Password is required' }]}
        validateTrigger="onSubmit"
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block disabled={busy}>
        {busy ? 'Signing In...' : 'Sign In'}
      </Button>
    </Form>
  );
}

interface SecondFactorFormProps {
  recovering: boolean;
  onRecovering: (recovering: boolean) => void;
  busy: boolean;
  onSubmit: (code: string) => void;
  onBack: () => void;
}

function SecondFactorForm({ recovering, onRecovering, busy, onSubmit, onBack }: SecondFactorFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (recovering ? code.trim() === '' : code.length !== TOTP_DIGITS)
      setError(recovering ? 'Recovery code is required' : 'Code must be 6 digits');
    else onSubmit(code.trim());
  };
  const change = (entered: string): void => {
    setError(undefined);
    setCode(entered);
  };
  const field = { value: code, onChange: change, disabled: busy, error };
  return (
    <form onSubmit={submit} noValidate>
      {recovering ? (
        <RecoveryCodeField {...field} />
      ) : (
        <OneTimeCodeField {...field} label="Authenticator code" onComplete={onSubmit} />
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

/** Spec section 4, login flow: any error returns to the password form. */
export default function LoginScreen({ onAnswer }: { onAnswer: (answer: LoginResponse) => void }) {
  const [credentials, setCredentials] = useState<LoginRequest>({ username: '', password: '' });
  const ended = getEndedSession(useQueryClient());
  const [needsCode, setNeedsCode] = useState(false);
  const [recovering, setRecovering] = useState(false);
  const login = useMutation({
    mutationFn: signInRequests.login,
    meta: { signsIn: true },
    onSuccess: (answer) => {
      if (!answer.requiresTwoFactor) return onAnswer(answer);
      setRecovering(false);
      setNeedsCode(true);
    },
    onError: () => setNeedsCode(false),
  });

  if (needsCode) {
    return (
      <AuthCard
        title="Two-Factor Authentication"
        hint={recovering ? 'Enter one of the recovery codes you saved' : 'Enter your 6-digit authenticator code'}
      >
        <SecondFactorForm
          recovering={recovering}
          onRecovering={setRecovering}
          busy={login.isPending}
          onSubmit={(twoFactorCode) => login.mutate(Object.assign({ twoFactorCode }, credentials))}
          onBack={() => setNeedsCode(false)}
        />
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Sign In" hint="Enter your credentials to access the system">
      {ended !== null && login.isIdle && <Alert type="info" showIcon title={describeEndedSession(ended)} />}
      {login.isError && (
        <Alert type="error" showIcon title={<ErrorText error={login.error} fallback="Login failed" />} />
      )}
      <CredentialsForm
        initial={credentials}
        busy={login.isPending}
        onSubmit={(entered) => {
          setCredentials(entered);
          login.mutate(entered);
        }}
      />
    </AuthCard>
  );
}

function describeEndedSession({ idleMinutes }: EndedSession): string {
  if (idleMinutes === null) return 'Your session has ended. Please sign in again.';
  const limit = formatQuantity(idleMinutes, 'minute');
  return `You were signed out after ${limit} without activity. Sign in to continue where you left off.`;
}
