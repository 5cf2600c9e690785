import type { ChangePasswordRequest, LoginResponse } from '@clearwatch/contracts/sign-in.dto';
import { requestJson } from './http.ts';

/** Changes the own password. All other sessions of the user end; this one goes on. The answer names the next step. */
export function changePassword(body: ChangePasswordRequest): Promise<LoginResponse> {
  return requestJson<LoginResponse>('/api/auth/change-password', { method: 'POST', body });
}
