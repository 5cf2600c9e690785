import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import type { StaffSession } from '@clearwatch/contracts/sign-in.dto';
import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson, requestPage } from './api-client.ts';

/** Everything read about users begins with it. */
export const USERS_KEY = ['/api/users'] as const;

/** All users by name, the first 1,000. Locks come and go with sign-ins elsewhere: read anew at every opening. */
export function listUsers() {
  return queryOptions({
    queryKey: USERS_KEY,
    queryFn: ({ signal }) => requestPage<StaffUser>('/api/users', signal),
    refetchOnMount: 'always',
  });
}

/** Where a user is signed in. */
export function listUserSessions(userId: number) {
  return queryOptions({
    queryKey: [...USERS_KEY, userId, 'sessions'],
    queryFn: ({ signal }) => requestJson<StaffSession[]>(`/api/users/${userId}/sessions`, { signal }),
    refetchOnMount: 'always',
  });
}

/** What a user did and what was done to him: the newest 20 events. */
export function listUserActivity(userId: number) {
  return queryOptions({
    queryKey: [...USERS_KEY, userId, 'activity'],
    queryFn: ({ signal }) => requestJson<AuditEvent[]>(`/api/users/${userId}/activity`, { signal }),
    refetchOnMount: 'always',
  });
}
