import type { LoginRequest, LoginResponse } from '@clearwatch/contracts/sign-in.dto';
import { TOTP_DIGITS } from '@clearwatch/contracts/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { type EndedSession, getEndedSession, signInRequests } from '../../api/session-api.ts';
import { OneTimeCodeField, RecoveryCodeField } from '../../components/code-fields.tsx';
import { ErrorText } from '../../components/error-notices.tsx';
import { formatQuantity } from '../../lib/number-format.ts';
import { AuthCard } from './auth-card.tsx';

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

/** activation: after an admin reset two-factor. */
type CodeKind = 'authenticator' | 'recovery' | 'activation';

const CODE_HINTS: Readonly<Record<CodeKind, string>> = {
  authenticator: 'Enter your 6-digit authenticator code',
  recovery: 'Enter one of the recovery codes you saved',
  activation: 'An admin has reset your two-factor authentication. Enter the activation code that they gave you',
};

interface SecondFactorFormProps {
  kind: CodeKind;
  onKind: (kind: CodeKind) => void;
  busy: boolean;
  onSubmit: (code: string) => void;
  onBack: () => void;
}

function SecondFactorForm({ kind, onKind, busy, onSubmit, onBack }: SecondFactorFormProps) {
  const isDigits = kind === 'authenticator';
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDigits ? code.length !== TOTP_DIGITS : code.trim() === '')
      setError(isDigits ? 'Code must be 6 digits' : 'Code is required');
    else onSubmit(code.trim());
  };
  const change = (entered: string): void => {
    setError(undefined);
    setCode(entered);
  };
  const field = { value: code, onChange: change, disabled: busy, error };
  return (
    <form onSubmit={submit} noValidate>
      {isDigits ? (
        <OneTimeCodeField {...field} label="Authenticator code" onComplete={onSubmit} />
      ) : (
        <RecoveryCodeField {...field} label={kind === 'activation' ? 'Activation code' : 'Recovery code'} />
      )}
      <Button type="primary" htmlType="submit" size="large" block disabled={busy}>
        {busy ? 'Signing In...' : 'Sign In'}
      </Button>
      <div className="auth-below">
        <button type="button" className="link-button" onClick={onBack}>
          Back
        </button>
        {kind !== 'activation' && (
          <button
            type="button"
            className="link-button"
            onClick={() => {
              change('');
              onKind(isDigits ? 'recovery' : 'authenticator');
            }}
          >
            {isDigits ? 'Use a recovery code' : 'Use the authenticator app'}
          </button>
        )}
      </div>
    </form>
  );
}

/** Spec section 4, login flow: any error returns to the password form. */
export default function LoginScreen({ onAnswer }: { onAnswer: (answer: LoginResponse) => void }) {
  const [credentials, setCredentials] = useState<LoginRequest>({ username: '', password: '' });
  const ended = getEndedSession(useQueryClient());
  const [codeKind, setCodeKind] = useState<CodeKind | null>(null);
  const login = useMutation({
    mutationFn: signInRequests.login,
    meta: { signsIn: true },
    onSuccess: (answer) => {
      if (answer.requiresActivationCode) setCodeKind('activation');
      else if (answer.requiresTwoFactor) setCodeKind('authenticator');
      else onAnswer(answer);
    },
    onError: () => setCodeKind(null),
  });

  if (codeKind !== null) {
    return (
      <AuthCard title="Two-Factor Authentication" hint={CODE_HINTS[codeKind]}>
        <SecondFactorForm
          kind={codeKind}
          onKind={setCodeKind}
          busy={login.isPending}
          onSubmit={(twoFactorCode) => login.mutate(Object.assign({ twoFactorCode }, credentials))}
          onBack={() => setCodeKind(null)}
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
