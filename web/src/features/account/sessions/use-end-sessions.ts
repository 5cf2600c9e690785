import type { EndedSessions, StaffSession } from '@clearwatch/contracts/sign-in.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../../api/describe-error.ts';
import { ApiError, request, requestJson } from '../../../api/http.ts';
import { SESSIONS_KEY } from '../../../api/list-sessions.ts';
import { formatCounted } from '../../../formats/count.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

/** What is to be ended: one session, or all but the one this browser has. */
export type Ending = { scope: 'one'; session: StaffSession } | { scope: 'others'; count: number };

/** Ends sessions and reads the list again, also after a failure: it may have changed under the user. */
export function useEndSessions({ onSettled }: { onSettled: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (ending: Ending) => (ending.scope === 'one' ? endOne(ending.session.id) : endOthers()),
    onSuccess: (ended) =>
      toasts.success({
        title: 'Sessions Ended',
        description: ended === 0 ? 'They had ended already.' : `${formatCounted(ended, 'session')} ended.`,
      }),
    onError: (error) =>
      toasts.failure({
        title: 'Error',
        description: describeError(error, 'Failed to end the session. Please try again.'),
      }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: SESSIONS_KEY });
      onSettled();
    },
  });
}

/** How many ended; one that is gone already counts as none. */
async function endOne(id: string): Promise<number> {
  try {
    await request(`/api/auth/sessions/${id}`, { method: 'DELETE' });
    return 1;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 0;
    throw error;
  }
}

async function endOthers(): Promise<number> {
  const { ended } = await requestJson<EndedSessions>('/api/auth/sessions', { method: 'DELETE' });
  return ended;
}
