import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, useNavigate } from 'react-router-dom';
import { ApiError, request } from '../api/api-client.ts';
import { describeError } from '../api/error-messages.ts';
import { clearSession } from '../api/session-api.ts';
import { interceptNavigation } from '../lib/browser-history.ts';
import { isReloading } from '../lib/code-loading.ts';
import { discardUnsaved, unsavedInTab, unsavedOnPage, useUnsavedOnPage } from '../lib/unsaved-changes.ts';
import { useToasts } from './toasts.tsx';

/** Above drawers, dialogs and the idle warning. */
const Z_INDEX = 2100;

type BlockedNavigation = { verb: 'Leave' | 'Sign out'; what: readonly string[]; go: () => void };

const ConfirmSignOutContext = createContext<(go: () => void) => void>((go) => go());

/** Asks before a link, menu, browser history, sign-out or closing the tab discards unsaved changes. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const { navigator } = use(NavigationContext);
  const unsaved = useUnsavedOnPage();
  const [held, setHeld] = useState<BlockedNavigation | null>(null);
  const isDirty = unsaved.length > 0;

  useEffect(() => {
    if (!isDirty) return;
    return interceptNavigation(navigator, (go) => {
      const what = unsavedOnPage().map((unsaved) => unsaved.what);
      const leave = (): void => {
        discardUnsaved();
        go();
      };
      // After sign-out there are no unsaved changes.
      if (what.length === 0) leave();
      else setHeld({ verb: 'Leave', what, go: leave });
    });
  }, [isDirty, navigator]);

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => {
      const isLost = isReloading() ? unsavedOnPage().length > 0 : unsavedInTab().length > 0;
      if (isLost) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);

  const askBeforeSignOut = useCallback((go: () => void): void => {
    const what = unsavedInTab();
    if (what.length === 0) go();
    else setHeld({ verb: 'Sign out', what, go });
  }, []);

  return (
    <ConfirmSignOutContext value={askBeforeSignOut}>
      {children}
      {held !== null && <LeaveQuestion held={held} onClose={() => setHeld(null)} />}
    </ConfirmSignOutContext>
  );
}

function LeaveQuestion({ held, onClose }: { held: BlockedNavigation; onClose: () => void }) {
  const { verb, what, go } = held;
  return (
    <Modal
      open
      title={`${verb} without saving?`}
      width={460}
      zIndex={Z_INDEX}
      onCancel={onClose}
      footer={[
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- an accidental Enter must not discard anything
        <Button key="stay" onClick={onClose} autoFocus>
          Stay
        </Button>,
        <Button
          key="leave"
          type="primary"
          danger
          onClick={() => {
            onClose();
            go();
          }}
        >
          {verb} and discard changes
        </Button>,
      ]}
    >
      <p>Not saved: {what.join(', ')}.</p>
    </Modal>
  );
}

/** After a failed sign-out, users must know that they are still signed in. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const ask = use(ConfirmSignOutContext);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      request('/api/auth/logout', { method: 'POST' }).catch((error: unknown) => {
        // The session has already ended.
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
      }),
    onSuccess: () => {
      discardUnsaved();
      clearSession(client);
      void navigate('/');
    },
    onError: (error) => {
      // Required by spec section 8.
      // oxlint-disable-next-line no-console
      console.error('Sign-out failed', error);
      toasts.failure({
        title: 'Sign-Out Failed',
        description: `You are still signed in. ${describeError(error, 'Please try again.')}`,
      });
    },
  });
  return { isPending, signOut: () => ask(() => mutate()) };
}
