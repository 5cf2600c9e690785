import type { LoginRequest, LoginResponse } from '@clearwatch/contracts/sign-in.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { type EndedSession, endedSessionOf } from '../../api/forget-session.ts';
import { FailureWords } from '../../failures/failure-words.tsx';
import { formatCounted } from '../../formats/count.ts';
import { AuthCard } from './auth-card.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { signIn } from './sign-in.ts';

interface LoginScreenProps {
  /** The server's answer when it is not about the second factor: the gate decides what comes next. */
  onAnswer: (answer: LoginResponse) => void;
}

/** Spec section 4, login flow: password, then the code when asked; any error leads back to the password. */
export default function LoginScreen({ onAnswer }: LoginScreenProps) {
  const [credentials, setCredentials] = useState<LoginRequest>({ username: '', password: '' });
  const ended = endedSessionOf(useQueryClient());
  const [codeAsked, setCodeAsked] = useState(false);
  const [recovering, setRecovering] = useState(false);
  const login = useMutation({
    mutationFn: signIn.login,
    meta: { signsIn: true },
    onSuccess: (answer) => {
      if (!answer.requiresTwoFactor) return onAnswer(answer);
      setRecovering(false);
      setCodeAsked(true);
    },
    onError: () => setCodeAsked(false),
  });

  const { username, password } = credentials;
  const submitCredentials = (entered: LoginRequest): void => {
    setCredentials(entered);
    login.mutate(entered);
  };

  if (codeAsked) {
    return (
      <AuthCard
        title="Two-Factor Authentication"
        hint={
          recovering ? 'Enter one of the recovery codes you saved' : 'Enter your 6-digit authenticator code'
        }
      >
        <SecondFactorForm
          recovering={recovering}
          onRecovering={setRecovering}
          busy={login.isPending}
          onSubmit={(twoFactorCode) => login.mutate({ username, password, twoFactorCode })}
          onBack={() => setCodeAsked(false)}
        />
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Sign In" hint="Enter your credentials to access the system">
      {ended !== null && login.isIdle && <Alert type="info" showIcon role="alert" title={whyEnded(ended)} />}
      {login.isError && (
        <Alert
          type="error"
          showIcon
          title={<FailureWords error={login.error} fallback="Login failed" />}
          role="alert"
        />
      )}
      <CredentialsForm initial={credentials} busy={login.isPending} onSubmit={submitCredentials} />
    </AuthCard>
  );
}

function whyEnded({ idleMinutes }: EndedSession): string {
  if (idleMinutes === null) return 'Your session has ended. Please sign in again.';
  const limit = formatCounted(idleMinutes, 'minute');
  return `You were signed out after ${limit} without activity. Sign in to go on where you were.`;
}
