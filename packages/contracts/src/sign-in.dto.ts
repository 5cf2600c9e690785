import {
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { IsNested, IsRequiredText, IsTextList } from './field-decorators.dto.ts';
import { IsNewPassword } from './users.dto.ts';
import { PASSWORD_MAX_LENGTH, RECOVERY_CODE_MAX_LENGTH, ROLES, type Role, TOTP_DIGITS } from './users.ts';

export class LoginRequest {
  @IsRequiredText(200, 'Username is required') username!: string;
  @IsRequiredText(PASSWORD_MAX_LENGTH, 'Password is required') password!: string;
  /** Six digits of the authenticator app, or a recovery code. */
  @IsOptional() @IsString() @MaxLength(RECOVERY_CODE_MAX_LENGTH) twoFactorCode?: string;
}

/** The signed-in user as the browser sees it. Never holds a secret. */
export class CurrentUser {
  @IsInt() id!: number;
  @IsString() username!: string;
  @IsIn(ROLES) role!: Role;
  @IsBoolean() twoFactorEnabled!: boolean;
  @IsBoolean() isActive!: boolean;
  /** The sign-in before this one, ISO 8601; null at the first. */
  @IsOptional() @IsISO8601() lastLogin!: string | null;
  /** Failed attempts between that sign-in and this one. */
  @IsInt() failedSinceLastLogin!: number;
  /** The latest of them, ISO 8601; null when there were none. */
  @IsOptional() @IsISO8601() lastFailedLogin!: string | null;
}

/**
 * Answer of every step of signing in. Exactly one of: a step is required, or `user` is present and the session is
 * complete.
 */
export class LoginResponse {
  @IsBoolean() requiresTwoFactor!: boolean;
  @IsBoolean() requiresTwoFactorSetup!: boolean;
  @IsBoolean() requiresPasswordChange!: boolean;
  @IsOptional() @IsNested(() => CurrentUser) user!: CurrentUser | null;
}

export class ChangePasswordRequest {
  @IsRequiredText(PASSWORD_MAX_LENGTH, 'Current password is required') currentPassword!: string;
  @IsNewPassword() newPassword!: string;
}

export class SetupTwoFactorResponse {
  /** The QR code as a `data:` URL. */
  @IsString() qrCodeUrl!: string;
  /** The same QR code as an image on the server, for browsers that refuse the first. */
  @IsString() qrCodeImageUrl!: string;
  /** The secret as text (base32), for typing it into the app. Served only while set-up is pending. */
  @IsString() secret!: string;
}

export class VerifyTwoFactorRequest {
  @IsString({ message: 'Code must be 6 digits' })
  @MinLength(TOTP_DIGITS, { message: 'Code must be 6 digits' })
  @MaxLength(TOTP_DIGITS, { message: 'Code must be 6 digits' })
  twoFactorCode!: string;
}

export class VerifyTwoFactorResponse {
  @IsNested(() => CurrentUser) user!: CurrentUser;
  /** Ten one-time codes for the day the phone is gone; shown once, stored only as hashes. */
  @IsTextList() recoveryCodes!: string[];
}

/** A browser somebody is signed in with. */
export class StaffSession {
  /** Names the session in calls; it is not the secret in the cookie. */
  @IsUUID() id!: string;
  @IsISO8601() signedInAt!: string;
  @IsISO8601() lastActivityAt!: string;
  /** Network address at sign-in. */
  @IsOptional() @IsString() address!: string | null;
  /** Browser and system in words, "Firefox on Linux"; null when it did not say. */
  @IsOptional() @IsString() browser!: string | null;
  /** The session this request was made with. */
  @IsBoolean() isCurrent!: boolean;
}

/** When the session of this request ends. */
export class SessionExpiry {
  /** The server's time, so that a browser whose clock is wrong counts right. */
  @IsISO8601() now!: string;
  /** Without activity until then it ends; null when the idle limit is off. */
  @IsOptional() @IsISO8601() idleAt!: string | null;
  /** The idle limit in minutes; 0 when off. */
  @IsInt() idleMinutes!: number;
  /** It ends then in any case. */
  @IsISO8601() expiresAt!: string;
}

/** How many sessions were ended. */
export class EndedSessions {
  @IsInt() ended!: number;
}

/**
 * Outcome of the private sign-in calls, which the gateway makes under its own identity because no session exists yet. complete:
 * all factors checked · two_factor_required: not signed in, ask for the code · the other two: signed in, but only
 * that step is allowed.
 */
export const SIGN_IN_OUTCOMES = [
  'complete',
  'two_factor_required',
  'password_change_required',
  'two_factor_setup_required',
] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** How far a user has come, after a sign-in or a step of it. */
export class SignInState {
  @IsIn(SIGN_IN_OUTCOMES) outcome!: SignInOutcome;
  @IsNested(() => CurrentUser) user!: CurrentUser;
  /** Sessions made before the current version are dead. */
  @IsInt() sessionVersion!: number;
}

export class ChangePasswordCommand extends ChangePasswordRequest {
  @IsInt() @Min(1) userId!: number;
}

export class SetUpTwoFactorCommand {
  @IsInt() @Min(1) userId!: number;
}

/** The secret of a set-up that is pending; never answered for one that is done. */
export class PendingTwoFactor {
  /** Base32, as an authenticator app takes it by hand. */
  @IsString() @MaxLength(200) secret!: string;
  /** The QR code of the `otpauth:` address as a `data:` URL of a PNG image. */
  @IsString() qrCodeUrl!: string;
}

export class VerifyTwoFactorSetUpCommand extends VerifyTwoFactorRequest {
  @IsInt() @Min(1) userId!: number;
}

export class TwoFactorEnabled extends SignInState {
  @IsTextList() recoveryCodes!: string[];
}
