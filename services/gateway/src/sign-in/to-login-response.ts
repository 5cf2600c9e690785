import type { CurrentUser, LoginResponse } from '@clearwatch/contracts/http/auth';
import type { SignInOutcome } from '@clearwatch/contracts/internal/auth';
import type { SessionStage } from '../sessions/session-data.ts';

/** The user is told to nobody who has not given all factors. */
export function toLoginResponse(outcome: SignInOutcome, user: CurrentUser): LoginResponse {
  return {
    requiresTwoFactor: outcome === 'two_factor_required',
    requiresTwoFactorSetup: outcome === 'two_factor_setup_required',
    requiresPasswordChange: outcome === 'password_change_required',
    user: outcome === 'complete' ? user : null,
  };
}

const STAGES = {
  complete: 'complete',
  password_change_required: 'password_change',
  two_factor_setup_required: 'two_factor_setup',
} as const satisfies Record<Exclude<SignInOutcome, 'two_factor_required'>, SessionStage>;

export function stageOf(outcome: keyof typeof STAGES): SessionStage {
  return STAGES[outcome];
}
