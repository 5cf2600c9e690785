import type {
  LoginRequest,
  LoginResponse,
  SetupTwoFactorResponse,
  VerifyTwoFactorResponse,
} from '@clearwatch/contracts/sign-in.dto';
import { requestJson } from '../../api/api-client.ts';

/** The calls of signing in, in their order; between them may come a change of the password. Each answer names the next step. */
export const signInRequests = {
  login: (body: LoginRequest) => requestJson<LoginResponse>('/api/auth/login', { method: 'POST', body }),

  setUpTwoFactor: (signal: AbortSignal) =>
    requestJson<SetupTwoFactorResponse>('/api/auth/setup-2fa', { method: 'POST', signal }),

  verifyTwoFactor: (twoFactorCode: string) =>
    requestJson<VerifyTwoFactorResponse>('/api/auth/verify-2fa', { method: 'POST', body: { twoFactorCode } }),
};
