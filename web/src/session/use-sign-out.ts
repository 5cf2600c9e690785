import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { describeError } from '../api/describe-error.ts';
import { forgetSession } from '../api/forget-session.ts';
import { ApiError, request } from '../api/http.ts';
import { useAskBeforeSignOut } from '../leaving/leave-guard.tsx';
import { giveUpUnsaved } from '../leaving/unsaved.ts';
import { useToasts } from '../toasts/toasts.tsx';

interface SignOut {
  isPending: boolean;
  signOut: () => void;
}

/**
 * Asks about what is not saved, ends the session, forgets everything read and goes to the root. When it fails the user must know
 * he is still in.
 */
export function useSignOut(): SignOut {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const ask = useAskBeforeSignOut();
  const { mutate, isPending } = useMutation({
    mutationFn: askForSignOut,
    onSuccess: () => {
      giveUpUnsaved();
      forgetSession(client);
      void navigate('/');
    },
    onError: (error) => {
      // Spec section 8 wants it in the console; the toast is for the user.
      // oxlint-disable-next-line no-console
      console.error('Sign-out failed', error);
      toasts.failure({
        title: 'Sign-out failed',
        description: `You are still signed in. ${describeError(error, 'Please try again.')}`,
      });
    },
  });
  return { isPending, signOut: () => ask(() => mutate()) };
}

/** A session that is already gone counts as ended. */
async function askForSignOut(): Promise<void> {
  try {
    await request('/api/auth/logout', { method: 'POST' });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}
