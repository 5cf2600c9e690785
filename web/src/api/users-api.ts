import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import type { StaffSession } from '@clearwatch/contracts/sign-in.dto';
import type { CreateUserRequest, ResetPasswordRequest, StaffUser } from '@clearwatch/contracts/users.dto';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson, requestPage } from './api-client.ts';

export const USERS_KEY = ['/api/users'] as const;

export function listUsers() {
  return queryOptions({
    queryKey: USERS_KEY,
    queryFn: ({ signal }) => requestPage<StaffUser>('/api/users', signal),
    refetchOnMount: 'always',
  });
}

export function listUserSessions(userId: number) {
  return queryOptions({
    queryKey: [...USERS_KEY, userId, 'sessions'],
    queryFn: ({ signal }) => requestJson<StaffSession[]>(`/api/users/${userId}/sessions`, { signal }),
    refetchOnMount: 'always',
  });
}

export function listUserActivity(userId: number) {
  return queryOptions({
    queryKey: [...USERS_KEY, userId, 'activity'],
    queryFn: ({ signal }) => requestJson<AuditEvent[]>(`/api/users/${userId}/activity`, { signal }),
    refetchOnMount: 'always',
  });
}

export function createUser(body: CreateUserRequest): Promise<unknown> {
  return request('/api/users', { method: 'POST', body });
}

export function changeUser(
  id: number,
  body: Partial<Pick<StaffUser, 'isActive' | 'role'>>,
): Promise<unknown> {
  return request(`/api/users/${id}`, { method: 'PUT', body });
}

export function deleteUser(id: number): Promise<unknown> {
  return request(`/api/users/${id}`, { method: 'DELETE' });
}

export function unlockUser(id: number): Promise<unknown> {
  return request(`/api/users/${id}/unlock`, { method: 'POST' });
}

export function resetTwoFactorOf(id: number): Promise<unknown> {
  return request(`/api/users/${id}/reset-two-factor`, { method: 'POST' });
}

export function resetPassword(id: number, body: ResetPasswordRequest): Promise<unknown> {
  return request(`/api/users/${id}/reset-password`, { method: 'POST', body });
}
