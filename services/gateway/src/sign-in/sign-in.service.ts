import {
  type ChangePasswordRequest,
  ConfirmedCode,
  CurrentUser,
  type FreshCodeResponse,
  type LoginResponse,
  PendingTwoFactor,
  type SetupTwoFactorResponse,
  type SignInOutcome,
  SignInState,
  TwoFactorEnabled,
  type VerifyTwoFactorResponse,
} from '@clearwatch/contracts/sign-in.dto';
import { sanitizeText } from '@clearwatch/service-kit/audit/audit-outbox';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from '../proxy/upstreams.ts';
import { continueSession, startSession } from '../sessions/session-cookie.ts';
import {
  FRESH_CODE_MS,
  principalOf,
  type SessionStage,
  type SignedIn,
  signedInOf,
} from '../sessions/session-principal.ts';
import { SessionStore } from '../sessions/session-store.ts';
import { UserSessionsService } from '../sessions/sessions.service.ts';
import { AuthClient } from './auth-client.ts';
import { SignInLimits } from './sign-in-limits.ts';

const MAX_NAME_LENGTH = 200;

/** Order matters, because most browsers also name the browsers they derive from. */
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

/** For example "Firefox on Linux", otherwise the first word of the header. Display only, because clients can send anything. */
export function browserName(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null;
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser !== null) return system === null ? browser : `${browser} on ${system}`;
  const firstWord = sanitizeText(userAgent.trim()).split(/[/\s]/)[0]?.slice(0, MAX_NAME_LENGTH) ?? '';
  return firstWord === '' ? null : firstWord;
}

function nameIn(names: readonly (readonly [RegExp, string])[], userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}

/** The user is shown only after all factors. */
function toLoginResponse(outcome: SignInOutcome, user: CurrentUser): LoginResponse {
  return {
    requiresTwoFactor: outcome === 'two_factor_required',
    requiresActivationCode: outcome === 'activation_code_required',
    requiresTwoFactorSetup: outcome === 'two_factor_setup_required',
    requiresPasswordChange: outcome === 'password_change_required',
    user: outcome === 'complete' ? user : null,
  };
}

const STAGES = {
  complete: 'complete',
  password_change_required: 'password_change',
  two_factor_setup_required: 'two_factor_setup',
} as const satisfies Partial<Record<SignInOutcome, SessionStage>>;

/** Null while a code is missing: the sign-in has no session yet. */
function stageOf(outcome: SignInOutcome): SessionStage | null {
  return outcome in STAGES ? STAGES[outcome as keyof typeof STAGES] : null;
}

const QR_IMAGE_PATH = '/api/auth/two-factor-qr';

@Injectable()
export class SignInService {
  constructor(
    private readonly auth: AuthClient,
    private readonly limits: SignInLimits,
    private readonly sessions: SessionStore,
    private readonly staffSessions: UserSessionsService,
  ) {}

  /** The right password without the required code starts no session. */
  async begin(request: Request, state: SignInState): Promise<LoginResponse> {
    const { outcome, user, sessionVersion } = state;
    const stage = stageOf(outcome);
    if (stage !== null) {
      const before = principalOf(request);
      if (before !== null) await this.staffSessions.replace(before);
      await startSession(request, {
        userId: user.id,
        stage,
        sessionVersion,
        signedInAt: Date.now(),
        // With two-factor, this step needed a code.
        ...(user.twoFactorEnabled && { codeAt: Date.now() }),
        address: request.ip ?? null,
        browser: browserName(request.get('user-agent')),
        before: {
          lastLogin: user.lastLogin,
          failedSinceLastLogin: user.failedSinceLastLogin,
          lastFailedLogin: user.lastFailedLogin,
          accountChanges: user.accountChanges,
        },
      });
    }
    return toLoginResponse(outcome, user);
  }

  async changePassword(
    request: Request,
    { currentPassword, newPassword }: ChangePasswordRequest,
  ): Promise<LoginResponse> {
    const { session } = signedInOf(request);
    const { userId } = session;
    await this.limits.countStep(userId);
    const body = { userId, currentPassword, newPassword };
    const state = await this.auth.post(callerOf(request), 'change-password', { shape: SignInState, body });
    const { outcome, sessionVersion } = state;
    const stage = stageOf(outcome);
    if (stage === null) throw new Error('A password change must not lead to the code step');
    await this.advance(request, session, { stage, sessionVersion });
    return toLoginResponse(state.outcome, lastSeen(state.user, session));
  }

  async setUpTwoFactor(request: Request): Promise<SetupTwoFactorResponse> {
    const { userId } = signedInOf(request).session;
    const pending = { shape: PendingTwoFactor, body: { userId } };
    const { qrCodeUrl, secret } = await this.auth.post(callerOf(request), 'setup-two-factor', pending);
    return { qrCodeUrl, qrCodeImageUrl: QR_IMAGE_PATH, secret };
  }

  twoFactorImage(request: Request): Promise<Buffer> {
    return this.auth.twoFactorImage(callerOf(request), signedInOf(request).session.userId);
  }

  async verifyTwoFactor(request: Request, twoFactorCode: string): Promise<VerifyTwoFactorResponse> {
    const { session } = signedInOf(request);
    const { userId } = session;
    await this.limits.countStep(userId);
    const enabled = await this.auth.post(callerOf(request), 'verify-two-factor-setup', {
      shape: TwoFactorEnabled,
      body: { userId, twoFactorCode },
    });
    const { sessionVersion } = enabled;
    await this.advance(request, session, { stage: 'complete', sessionVersion, codeAt: Date.now() });
    return { user: lastSeen(enabled.user, session), recoveryCodes: enabled.recoveryCodes };
  }

  /** The session may then act as an admin for a few minutes. */
  async confirmCode(request: Request, twoFactorCode: string): Promise<FreshCodeResponse> {
    const { session, sessionId } = signedInOf(request);
    const { userId } = session;
    await this.limits.countStep(userId);
    const body = { userId, twoFactorCode };
    await this.auth.post(callerOf(request), 'confirm-code', { shape: ConfirmedCode, body });
    const now = Date.now();
    if (await this.sessions.recordCode(sessionId, now))
      return { validUntil: new Date(now + FRESH_CODE_MS).toISOString() };
    throw new AppError('unauthenticated', 'Your session has ended. Please sign in again.');
  }

  currentUser(request: Request): CurrentUser {
    const { principal, session } = signedInOf(request);
    const { userId: id, username, role, twoFactorEnabled, isActive } = principal;
    const { lastLogin, failedSinceLastLogin, lastFailedLogin } = session.before;
    // Sessions of earlier versions have no changes.
    const accountChanges = (session.before as Partial<SignedIn['before']>).accountChanges ?? [];
    const before = { lastLogin, failedSinceLastLogin, lastFailedLogin, accountChanges };
    return { id, username, role, twoFactorEnabled, isActive, ...before };
  }

  /** Each step adds 1 to the session version. A larger difference means that another browser has ended this session. */
  private async advance(
    request: Request,
    session: SignedIn,
    next: Pick<SignedIn, 'stage' | 'sessionVersion' | 'codeAt'>,
  ): Promise<void> {
    const isNext = next.sessionVersion === session.sessionVersion + 1;
    if (isNext && (await continueSession(request, this.sessions.store, { ...session, ...next }))) return;
    throw new AppError('unauthenticated', 'Your account was changed at the same time. Please sign in again.');
  }
}

/** Later steps of a sign-in must not replace the time of the previous sign-in. */
function lastSeen(user: CurrentUser, { before }: SignedIn): CurrentUser {
  return Object.assign(new CurrentUser(), user, before);
}
