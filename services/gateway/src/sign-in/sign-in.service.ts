import {
  type ChangePasswordRequest,
  CurrentUser,
  type LoginResponse,
  type SetupTwoFactorResponse,
  type VerifyTwoFactorResponse,
} from '@clearwatch/contracts/http/auth';
import type { SignInState } from '@clearwatch/contracts/internal/auth';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { StepLimit } from '../limits/step-limit.ts';
import { browserName } from '../sessions/browser-name.ts';
import { signedInOf } from '../sessions/principal.ts';
import type { SignedIn } from '../sessions/session-data.ts';
import { continueSession, startSession } from '../sessions/session-steps.ts';
import { SessionStore } from '../sessions/session-store.ts';
import { askingOrNobody } from '../staff-sessions/asking.ts';
import { StaffSessions } from '../staff-sessions/staff-sessions.service.ts';
import { AuthClient } from './auth-client.ts';
import { callerOf } from './caller.ts';
import { stageOf, toLoginResponse } from './to-login-response.ts';

export const QR_IMAGE_PATH = '/api/auth/two-factor-qr';

/** Takes a session from step to step; whether a step is right is for auth to say. */
@Injectable()
export class SignInService {
  constructor(
    private readonly auth: AuthClient,
    private readonly limit: StepLimit,
    private readonly sessions: SessionStore,
    private readonly staffSessions: StaffSessions,
  ) {}

  /** After the password, and the code where there is one. Half of two factors is no session. */
  async begin(request: Request, state: SignInState): Promise<LoginResponse> {
    const { outcome, user, sessionVersion } = state;
    if (outcome !== 'two_factor_required') {
      const before = askingOrNobody(request);
      if (before !== null) await this.staffSessions.giveWay(before);
      await startSession(request, {
        userId: user.id,
        stage: stageOf(outcome),
        sessionVersion,
        signedInAt: Date.now(),
        address: request.ip ?? null,
        browser: browserName(request.get('user-agent')),
        before: beforeOf(user),
      });
    }
    return toLoginResponse(outcome, user);
  }

  async changePassword(request: Request, passwords: ChangePasswordRequest): Promise<LoginResponse> {
    const { session } = signedInOf(request);
    await this.limit.count(session.userId);
    const state = await this.auth.changePassword(callerOf(request), session.userId, passwords);
    if (state.outcome === 'two_factor_required') throw new Error('A changed password cannot ask for a code');
    await this.goOn(request, session, {
      stage: stageOf(state.outcome),
      sessionVersion: state.sessionVersion,
    });
    return toLoginResponse(state.outcome, lastSeen(state.user, session));
  }

  async setUpTwoFactor(request: Request): Promise<SetupTwoFactorResponse> {
    const { session } = signedInOf(request);
    const { qrCodeUrl, secret } = await this.auth.setUpTwoFactor(callerOf(request), session.userId);
    return { qrCodeUrl, qrCodeImageUrl: QR_IMAGE_PATH, secret };
  }

  twoFactorImage(request: Request): Promise<Buffer> {
    return this.auth.twoFactorImage(callerOf(request), signedInOf(request).session.userId);
  }

  async verifyTwoFactor(request: Request, code: string): Promise<VerifyTwoFactorResponse> {
    const { session } = signedInOf(request);
    await this.limit.count(session.userId);
    const enabled = await this.auth.verifyTwoFactorSetUp(callerOf(request), session.userId, code);
    await this.goOn(request, session, { stage: 'complete', sessionVersion: enabled.sessionVersion });
    return {
      user: lastSeen(enabled.user, session),
      recoveryCodes: enabled.recoveryCodes,
    };
  }

  currentUser(request: Request): CurrentUser {
    const { principal, session } = signedInOf(request);
    const { userId: id, username, role, twoFactorEnabled, isActive } = principal;
    return { id, username, role, twoFactorEnabled, isActive, ...session.before };
  }

  /**
   * Takes the session a step further. Each step raises the version by one; by more means that another browser ended
   * this session while the step was under way, say by setting up the second factor that this one never gave.
   */
  private async goOn(
    request: Request,
    session: SignedIn,
    next: Pick<SignedIn, 'stage' | 'sessionVersion'>,
  ): Promise<void> {
    const isNext = next.sessionVersion === session.sessionVersion + 1;
    if (isNext && (await continueSession(request, this.sessions.store, { ...session, ...next }))) return;
    throw new AppError(
      'unauthenticated',
      'The account was changed at the same moment. Please sign in again.',
    );
  }
}

/** Later steps of a sign-in must not tell the user that he was last here a moment ago. */
function lastSeen(user: CurrentUser, { before }: SignedIn): CurrentUser {
  return Object.assign(new CurrentUser(), user, before);
}

function beforeOf({ lastLogin, failedSinceLastLogin, lastFailedLogin }: CurrentUser): SignedIn['before'] {
  return { lastLogin, failedSinceLastLogin, lastFailedLogin };
}
