import {
  type ChangePasswordRequest,
  CurrentUser,
  type LoginResponse,
  type SetupTwoFactorResponse,
  type SignInOutcome,
  type SignInState,
  type VerifyTwoFactorResponse,
} from '@clearwatch/contracts/sign-in.dto';
import { sanitizeText } from '@clearwatch/service-kit/audit/audit-outbox';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from '../proxy/upstreams.ts';
import { continueSession, startSession } from '../sessions/session-cookie.ts';
import {
  currentSessionOrNull,
  type SessionStage,
  type SignedIn,
  signedInOf,
} from '../sessions/session-principal.ts';
import { SessionStore } from '../sessions/session-store.ts';
import { UserSessionsService } from '../sessions/sessions.service.ts';
import { AuthClient } from './auth-client.ts';
import { SignInStepLimit } from './sign-in-limits.ts';

const LONGEST = 200;

/** In this order: most browsers also name those they descend from, further down. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Browser and system in words, "Firefox on Linux", so that a person knows his own sessions again. A program that is no
 * browser is called by the first word it says of itself. Whatever it says is only said: nothing may rest on it.
 * @returns null when it said nothing
 */
export function browserName(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null;
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser !== null) return system === null ? browser : `${browser} on ${system}`;
  const firstWord = sanitizeText(userAgent.trim()).split(/[/\s]/)[0]?.slice(0, LONGEST) ?? '';
  return firstWord === '' ? null : firstWord;
}

function nameIn(names: readonly (readonly [RegExp, string])[], userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}

/** The user is told to nobody who has not given all factors. */
function toLoginResponse(outcome: SignInOutcome, user: CurrentUser): LoginResponse {
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

function stageOf(outcome: keyof typeof STAGES): SessionStage {
  return STAGES[outcome];
}

export const QR_IMAGE_PATH = '/api/auth/two-factor-qr';

/** Takes a session from step to step; whether a step is right is for auth to say. */
@Injectable()
export class SignInService {
  constructor(
    private readonly auth: AuthClient,
    private readonly limit: SignInStepLimit,
    private readonly sessions: SessionStore,
    private readonly staffSessions: UserSessionsService,
  ) {}

  /** After the password, and the code where there is one. Half of two factors is no session. */
  async begin(request: Request, state: SignInState): Promise<LoginResponse> {
    const { outcome, user, sessionVersion } = state;
    if (outcome !== 'two_factor_required') {
      const before = currentSessionOrNull(request);
      if (before !== null) await this.staffSessions.giveWay(before);
      await startSession(request, {
        userId: user.id,
        stage: stageOf(outcome),
        sessionVersion,
        signedInAt: Date.now(),
        address: request.ip ?? null,
        browser: browserName(request.get('user-agent')),
        before: previousSignInOf(user),
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

function previousSignInOf({
  lastLogin,
  failedSinceLastLogin,
  lastFailedLogin,
}: CurrentUser): SignedIn['before'] {
  return { lastLogin, failedSinceLastLogin, lastFailedLogin };
}
