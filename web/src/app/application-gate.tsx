import type { CurrentUser, LoginResponse } from '@clearwatch/contracts/sign-in.dto';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { beginSession, endedSessionOf } from '../api/forget-session.ts';
import { CURRENT_USER_KEY, getCurrentUser, readCurrentUser } from '../api/get-current-user.ts';
import { fetchAhead, lazyPart } from '../failures/missing-code.ts';
import { GateBoundary } from './gate-boundary.tsx';
import { GateError, GateSpinner } from './gate-states.tsx';

const loadLoginScreen = () => import('../features/auth/login-screen.tsx');
const LoginScreen = lazyPart(loadLoginScreen);
const ChangePasswordScreen = lazyPart(() => import('../features/auth/change-password-screen.tsx'));
const SetupTwoFactorScreen = lazyPart(() => import('../features/auth/setup-two-factor-screen.tsx'));
const Shell = lazyPart(() => import('./shell/shell.tsx'));

type SignInStep = 'credentials' | 'change-password' | 'set-up-two-factor';

/**
 * Spec section 2, application gate. The steps before a complete session live here and not in the address: until they
 * are done the server answers 401 to everything else, and a reload begins again with the password.
 */
export function ApplicationGate() {
  return (
    <GateBoundary>
      <Suspense fallback={<GateSpinner />}>
        <GateStep />
      </Suspense>
    </GateBoundary>
  );
}

function GateStep() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useQuery(getCurrentUser());
  const [step, setStep] = useState<SignInStep>('credentials');

  /** After a session that ended under its user the address still stands: he goes on where he was. */
  const admit = (next: CurrentUser): void => {
    const ended = endedSessionOf(client);
    // Another user has no business with what that address may name.
    if (ended !== null && ended.userId !== next.id) void navigate('/');
    beginSession(client, next);
    setStep('credentials');
  };
  const advance = (answer: LoginResponse): void => {
    if (answer.requiresPasswordChange) setStep('change-password');
    else if (answer.requiresTwoFactorSetup) setStep('set-up-two-factor');
    else if (answer.user) admit(answer.user);
  };
  const enter = (verified: CurrentUser): void => {
    beginSession(client, verified);
    // Spec section 4. Not before: the gate would open the application over the recovery codes.
    void client.refetchQueries({ queryKey: CURRENT_USER_KEY });
    setStep('credentials');
    void navigate('/');
  };
  useSignInElsewhere({ isSignedOut: user.data === null, onSignedIn: admit });
  useEffect(() => {
    // The session may end while the server is away: the sign-in screen must be here by then.
    if (user.data) fetchAhead(loadLoginScreen);
  }, [user.data]);

  useEffect(() => {
    // What is drawn while further code comes (index.html).
    document.documentElement.dataset['frame'] = user.data ? 'screen' : 'sign-in';
  }, [user.data]);

  if (user.isPending) return <GateSpinner />;
  if (step === 'change-password') return <ChangePasswordScreen onDone={advance} />;
  if (step === 'set-up-two-factor') return <SetupTwoFactorScreen onDone={enter} />;
  if (user.data === undefined) return <GateError error={user.error} onRetry={() => void user.refetch()} />;
  if (user.data === null) return <LoginScreen onAnswer={advance} />;
  if (!user.data.twoFactorEnabled) return <SetupTwoFactorScreen onDone={enter} />;
  return <Shell key={user.data.id} user={user.data} />;
}

interface SignInElsewhere {
  isSignedOut: boolean;
  onSignedIn: (user: CurrentUser) => void;
}

/** All tabs share one session: whoever signs in again in one of them need not do so in the others. */
function useSignInElsewhere({ isSignedOut, onSignedIn }: SignInElsewhere): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isSignedOut) return;
    const ask = async (): Promise<void> => {
      const user = await readCurrentUser().catch(() => null);
      const isStillSignedOut = client.getQueryData(CURRENT_USER_KEY) === null;
      if (user !== null && isStillSignedOut) onSignedIn(user);
    };
    const look = (): void => {
      if (document.visibilityState === 'visible') void ask();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
    // `onSignedIn` is new at every rendering and always does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isSignedOut, client]);
}
