import type { CurrentUser, LoginResponse } from '@clearwatch/contracts/http/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CURRENT_USER_KEY, getCurrentUser } from '../api/get-current-user.ts';
import { GateError, GateSpinner } from './gate-states.tsx';

const LoginScreen = lazy(() => import('../features/auth/login-screen.tsx'));
const ChangePasswordScreen = lazy(() => import('../features/auth/change-password-screen.tsx'));
const SetupTwoFactorScreen = lazy(() => import('../features/auth/setup-two-factor-screen.tsx'));
const Shell = lazy(() => import('./shell/shell.tsx'));

type SignInStep = 'credentials' | 'change-password' | 'set-up-two-factor';

/**
 * Spec section 2, application gate. The steps before a complete session live here and not in the address: until they
 * are done the server answers 401 to everything else, and a reload begins again with the password.
 */
export function ApplicationGate() {
  return (
    <Suspense fallback={<GateSpinner />}>
      <GateStep />
    </Suspense>
  );
}

function GateStep() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useQuery(getCurrentUser());
  const [step, setStep] = useState<SignInStep>('credentials');

  const advance = (answer: LoginResponse): void => {
    if (answer.requiresPasswordChange) setStep('change-password');
    else if (answer.requiresTwoFactorSetup) setStep('set-up-two-factor');
    else setStep('credentials');
    if (answer.user) client.setQueryData(CURRENT_USER_KEY, answer.user);
  };
  const enter = (verified: CurrentUser): void => {
    client.setQueryData(CURRENT_USER_KEY, verified);
    setStep('credentials');
    void navigate('/');
  };

  if (user.isPending) return <GateSpinner />;
  if (step === 'change-password') return <ChangePasswordScreen onDone={advance} />;
  if (step === 'set-up-two-factor') return <SetupTwoFactorScreen onDone={enter} />;
  if (user.data === undefined) return <GateError error={user.error} onRetry={() => void user.refetch()} />;
  if (user.data === null) return <LoginScreen onAnswer={advance} />;
  if (!user.data.twoFactorEnabled) return <SetupTwoFactorScreen onDone={enter} />;
  return <Shell user={user.data} />;
}
