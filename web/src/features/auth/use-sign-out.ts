import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { describeError } from '../../api/describe-error.ts';
import { CURRENT_USER_KEY } from '../../api/get-current-user.ts';
import { ApiError, request } from '../../api/http.ts';
import { useToasts } from '../../toasts/toasts.tsx';

/** Ends the session, forgets everything read and goes to the root. When it fails the user must know he is still in. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  return useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== CURRENT_USER_KEY[0] });
      client.setQueryData(CURRENT_USER_KEY, null);
      void navigate('/');
    },
    onError: (error) =>
      toasts.failure({
        title: 'Sign-out failed',
        description: `You are still signed in. ${describeError(error, 'Please try again.')}`,
      }),
  });
}

/** A session that is already gone counts as ended. */
async function endSession(): Promise<void> {
  try {
    await request('/api/auth/logout', { method: 'POST' });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}
