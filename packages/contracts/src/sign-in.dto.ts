import 'reflect-metadata';
import { Type } from 'class-transformer';
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
  ValidateNested,
} from 'class-validator';
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  RECOVERY_CODE_MAX_LENGTH,
  ROLES,
  type Role,
  TOTP_DIGITS,
} from './users.ts';

export class LoginRequest {
  @IsString()
  @MinLength(1, { message: 'Username is required' })
  @MaxLength(200)
  username!: string;

  @IsString()
  @MinLength(1, { message: 'Password is required' })
  @MaxLength(PASSWORD_MAX_LENGTH)
  password!: string;

  /** Six digits of the authenticator app, or a recovery code. */
  @IsOptional()
  @IsString()
  @MaxLength(RECOVERY_CODE_MAX_LENGTH)
  twoFactorCode?: string;
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
  @IsOptional() @ValidateNested() @Type(() => CurrentUser) user!: CurrentUser | null;
}

export class ChangePasswordRequest {
  @IsString()
  @MinLength(1, { message: 'Current password is required' })
  @MaxLength(PASSWORD_MAX_LENGTH)
  currentPassword!: string;

  @IsString()
  @MinLength(PASSWORD_MIN_LENGTH, { message: 'Password must be at least 8 characters' })
  @MaxLength(PASSWORD_MAX_LENGTH)
  newPassword!: string;
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
  @ValidateNested() @Type(() => CurrentUser) user!: CurrentUser;
  /** Ten one-time codes for the day the phone is gone; shown once, stored only as hashes. */
  @IsString({ each: true }) recoveryCodes!: string[];
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
 * What the private calls between the gateway and auth carry. They are made before anybody is signed in (or by
 * somebody who may do nothing else), so the gateway makes them in its own name.
 */
export const SIGN_IN_OUTCOMES = [
  'complete',
  'two_factor_required',
  'password_change_required',
  'two_factor_setup_required',
] as const;

/**
 * complete: all factors given · two_factor_required: nobody is signed in yet, ask for the code ·
 * the other two: known, but may do nothing else until that is done.
 */
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** How far a user has come, after a sign-in or a step of it. */
export class SignInState {
  @IsIn(SIGN_IN_OUTCOMES) outcome!: SignInOutcome;
  @ValidateNested() @Type(() => CurrentUser) user!: CurrentUser;
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
  @IsString({ each: true }) recoveryCodes!: string[];
}
