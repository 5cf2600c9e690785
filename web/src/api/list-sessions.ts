import type { StaffSession } from '@clearwatch/contracts/sign-in.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';

export const SESSIONS_KEY = ['/api/auth/sessions'] as const;

/** Where the user himself is signed in. Other browsers come and go: read anew at every opening. */
export function listSessions() {
  return queryOptions({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => requestJson<StaffSession[]>('/api/auth/sessions', { signal }),
    refetchOnMount: 'always',
  });
}
