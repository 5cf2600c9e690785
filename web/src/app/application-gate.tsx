import type { CurrentUser, LoginResponse } from '@clearwatch/contracts/sign-in.dto';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../api/api-client.ts';
import { requestIdOf } from '../api/error-messages.ts';
import {
  beginSession,
  CURRENT_USER_KEY,
  fetchCurrentUser,
  getCurrentUser,
  getEndedSession,
} from '../api/session-api.ts';
import { ErrorBoundary, RequestIdNote } from '../components/error-notices.tsx';
import { ProductMark } from '../components/product-mark.tsx';
import { CodeLoadError, lazyComponent, prefetch, reloadForNewerBuild, reloadPage } from '../lib/code-loading.ts';
import { serverUrl } from '../lib/page-meta.ts';

/** Looks like the first frame that index.html draws without scripts. */
function GateSpinner() {
  return (
    <main className="first-frame">
      <img src={serverUrl('/mark.svg')} alt="" width={32} height={32} />
      <output>
        <span className="first-frame-spinner" aria-hidden="true" />
        Loading...
      </output>
    </main>
  );
}

type GateMessage = { title: string; text: string };

/** The server's Retry-After while a service is down. */
const RETRY_INTERVAL_MS = 5_000;

const SERVER_UNREACHABLE: GateMessage = {
  title: 'Clearwatch cannot be reached',
  text: 'The server did not respond. It may be starting or stopped, or your connection may be down.',
};
const SERVER_FAILING: GateMessage = {
  title: 'Clearwatch has a problem',
  text: 'The server returned an error. It usually recovers within a minute, and this page retries automatically.',
};
const PAGE_FAILED: GateMessage = {
  title: 'This page could not be shown',
  text: 'Part of the page could not be loaded or displayed. This can happen while Clearwatch is being upgraded.',
};

/** Being unable to reach the server is not the same as being signed out. */
function GateError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { title, text } = gateMessageFor(error);
  const requestId = requestIdOf(error);
  const healsByItself = error instanceof ApiError;
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!healsByItself) return;
    const timer = setInterval(retry, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [healsByItself]);
  return (
    <main className="gate">
      <ProductMark size={40} />
      <h1>{title}</h1>
      <p role="alert">{text} You are still signed in, and no data was lost.</p>
      <Button type="primary" onClick={onRetry}>
        Try again
      </Button>
      {requestId !== null && <RequestIdNote id={requestId} />}
    </main>
  );
}

function gateMessageFor(error: unknown): GateMessage {
  if (!(error instanceof ApiError)) return PAGE_FAILED;
  if (error.status === 0) return SERVER_UNREACHABLE;
  const text = error.status === 503 ? error.detail : '';
  return { ...SERVER_FAILING, ...(text !== '' && { text }) };
}

export function GateBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      onError={(error) => {
        if (error instanceof CodeLoadError) void reloadForNewerBuild();
      }}
      // A reload, not a second render: after an upgrade the old files are gone.
      renderError={(error) => <GateError error={error} onRetry={reloadPage} />}
    >
      {children}
    </ErrorBoundary>
  );
}

const loadLoginScreen = () => import('../features/auth/login-screen.tsx');
const LoginScreen = lazyComponent(loadLoginScreen);
const ChangePasswordScreen = lazyComponent(() => import('../features/auth/change-password-screen.tsx'));
const SetupTwoFactorScreen = lazyComponent(() => import('../features/auth/setup-two-factor-screen.tsx'));
const Shell = lazyComponent(() => import('./shell/shell.tsx'));

type SignInStep = 'credentials' | 'change-password' | 'set-up-two-factor';

/** Spec section 2. Until sign-in is complete, the server returns 401 for everything else, so its steps have no URLs. */
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

  /** After an ended session, the same user continues at the same address. */
  const continueSession = (next: CurrentUser): void => {
    const endedSession = getEndedSession(client);
    // The URL may point to something that another user must not see.
    if (endedSession !== null && endedSession.userId !== next.id) void navigate('/');
    beginSession(client, next);
    setStep('credentials');
  };
  const advance = (answer: LoginResponse): void => {
    if (answer.requiresPasswordChange) setStep('change-password');
    else if (answer.requiresTwoFactorSetup) setStep('set-up-two-factor');
    else if (answer.user) continueSession(answer.user);
  };
  const finishSetup = (verified: CurrentUser): void => {
    beginSession(client, verified);
    // Spec section 4. Any earlier, the gate would replace the recovery codes with the application.
    void client.refetchQueries({ queryKey: CURRENT_USER_KEY });
    setStep('credentials');
    void navigate('/');
  };
  useSignInFromOtherTab({ isSignedOut: user.data === null, onSignedIn: continueSession });
  useEffect(() => {
    // The session may end while the server is unreachable.
    if (user.data) prefetch(loadLoginScreen);
  }, [user.data]);

  useEffect(() => {
    // index.html draws this frame while more code loads.
    document.documentElement.dataset['frame'] = user.data ? 'screen' : 'sign-in';
  }, [user.data]);

  if (user.isPending) return <GateSpinner />;
  if (step === 'change-password') return <ChangePasswordScreen onDone={advance} />;
  if (step === 'set-up-two-factor') return <SetupTwoFactorScreen onDone={finishSetup} />;
  if (user.data === undefined) return <GateError error={user.error} onRetry={() => void user.refetch()} />;
  if (user.data === null) return <LoginScreen onAnswer={advance} />;
  if (!user.data.twoFactorEnabled) return <SetupTwoFactorScreen onDone={finishSetup} />;
  return <Shell key={user.data.id} user={user.data} />;
}

type SignInFromOtherTab = { isSignedOut: boolean; onSignedIn: (user: CurrentUser) => void };

/** All tabs share one session. */
function useSignInFromOtherTab({ isSignedOut, onSignedIn }: SignInFromOtherTab): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isSignedOut) return;
    const check = async (): Promise<void> => {
      const user = await fetchCurrentUser().catch(() => null);
      const isStillSignedOut = client.getQueryData(CURRENT_USER_KEY) === null;
      if (user !== null && isStillSignedOut) onSignedIn(user);
    };
    const checkWhenVisible = (): void => {
      if (document.visibilityState === 'visible') void check();
    };
    document.addEventListener('visibilitychange', checkWhenVisible);
    return () => document.removeEventListener('visibilitychange', checkWhenVisible);
    // `onSignedIn` changes on every render but always does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isSignedOut, client]);
}
