import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import type { StaffSession } from '@clearwatch/contracts/sign-in.dto';
import type {
  CreateUserRequest,
  ResetPasswordRequest,
  StaffUser,
  TwoFactorReset,
} from '@clearwatch/contracts/users.dto';
import { ALWAYS, change, jsonQuery, pageQuery, post } from './api-client.ts';

export const USERS_KEY = ['/api/users'] as const;

/** The first 1,000 users by name. Sign-ins elsewhere lock and unlock them. */
export const listUsers = () => pageQuery<StaffUser>(USERS_KEY, '/api/users', ALWAYS);
export const listUserSessions = (userId: number) =>
  jsonQuery<StaffSession[]>([...USERS_KEY, userId, 'sessions'], `/api/users/${userId}/sessions`, ALWAYS);
/** The newest 20 events by or about a user. */
export const listUserActivity = (userId: number) =>
  jsonQuery<AuditEvent[]>([...USERS_KEY, userId, 'activity'], `/api/users/${userId}/activity`, ALWAYS);

export const createUser = (body: CreateUserRequest) => change('POST', '/api/users', body);
export const changeUser = (id: number, body: Partial<Pick<StaffUser, 'isActive' | 'role'>>) =>
  change('PUT', `/api/users/${id}`, body);
export const deleteUser = (id: number) => change('DELETE', `/api/users/${id}`);
export const unlockUser = (id: number) => change('POST', `/api/users/${id}/unlock`);
export const resetTwoFactorOf = (id: number) => post<TwoFactorReset>(`/api/users/${id}/reset-two-factor`);
export const resetPassword = (id: number, body: ResetPasswordRequest) =>
  change('POST', `/api/users/${id}/reset-password`, body);
