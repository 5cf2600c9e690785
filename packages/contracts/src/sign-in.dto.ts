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
import { IsListOf, IsNested, IsRequiredText, IsTextList } from './field-decorators.dto.ts';
import { IsNewPassword } from './users.dto.ts';
import { PASSWORD_MAX_LENGTH, RECOVERY_CODE_MAX_LENGTH, ROLES, type Role, TOTP_DIGITS } from './users.ts';

export class LoginRequest {
  @IsRequiredText(200, 'Username is required') username!: string;
  @IsRequiredText(PASSWORD_MAX_LENGTH, 'Password is required') password!: string;
  /** Six digits from the authenticator app, a recovery code, or an activation code. */
  @IsOptional() @IsString() @MaxLength(RECOVERY_CODE_MAX_LENGTH) twoFactorCode?: string;
}

/** What an admin or operator did to an account, for its user to see. */
export const ACCOUNT_CHANGES = [
  'password_reset',
  'password_reset_kept',
  'two_factor_reset',
  'made_admin',
  'made_user',
  'activated',
  'deactivated',
  'unlocked',
  'sessions_ended',
  'recovered',
] as const;
export type AccountChangeKind = (typeof ACCOUNT_CHANGES)[number];

export class AccountChange {
  /** password_reset_kept: the new password need not be changed, so the admin still knows it. */
  @IsIn(ACCOUNT_CHANGES) kind!: AccountChangeKind;
  @IsString() by!: string;
  @IsISO8601() at!: string;
}

/** Never contains a secret. */
export class CurrentUser {
  @IsInt() id!: number;
  @IsString() username!: string;
  @IsIn(ROLES) role!: Role;
  @IsBoolean() twoFactorEnabled!: boolean;
  @IsBoolean() isActive!: boolean;
  /** The previous sign-in; null for the first. */
  @IsOptional() @IsISO8601() lastLogin!: string | null;
  /** Between that sign-in and this one. */
  @IsInt() failedSinceLastLogin!: number;
  @IsOptional() @IsISO8601() lastFailedLogin!: string | null;
  /** By others, since that sign-in or in the last seven days; newest first, at most 20. */
  @IsListOf(() => AccountChange) accountChanges!: AccountChange[];
}

/** Either another step is required, or `user` is set and sign-in is complete. */
export class LoginResponse {
  @IsBoolean() requiresTwoFactor!: boolean;
  /** After a two-factor reset, the code from the admin is sent as `twoFactorCode`. */
  @IsBoolean() requiresActivationCode!: boolean;
  @IsBoolean() requiresTwoFactorSetup!: boolean;
  @IsBoolean() requiresPasswordChange!: boolean;
  @IsOptional() @IsNested(() => CurrentUser) user!: CurrentUser | null;
}

export class ChangePasswordRequest {
  @IsRequiredText(PASSWORD_MAX_LENGTH, 'Current password is required') currentPassword!: string;
  @IsNewPassword() newPassword!: string;
}

export class SetupTwoFactorResponse {
  /** A `data:` URL. */
  @IsString() qrCodeUrl!: string;
  /** For browsers that refuse `data:` URLs. */
  @IsString() qrCodeImageUrl!: string;
  /** Base32, for manual entry. Served only while setup is pending. */
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
  /** Ten one-time codes in case the phone is lost; shown once, stored as hashes. */
  @IsTextList() recoveryCodes!: string[];
}

/** Confirms the user's presence before an admin action. */
export class FreshCodeRequest {
  /** Six digits from the authenticator app, or a recovery code. */
  @IsRequiredText(RECOVERY_CODE_MAX_LENGTH) twoFactorCode!: string;
}

export class FreshCodeResponse {
  /** Admin actions are allowed until then. */
  @IsISO8601() validUntil!: string;
}

export class StaffSession {
  /** Not the secret in the cookie. */
  @IsUUID() id!: string;
  @IsISO8601() signedInAt!: string;
  @IsISO8601() lastActivityAt!: string;
  @IsOptional() @IsString() address!: string | null;
  /** "Firefox on Linux"; null when unknown. */
  @IsOptional() @IsString() browser!: string | null;
  @IsBoolean() isCurrent!: boolean;
}

export class SessionExpiry {
  /** Server time, because the browser's clock may be wrong. */
  @IsISO8601() now!: string;
  /** Null if the idle limit is off. */
  @IsOptional() @IsISO8601() idleAt!: string | null;
  /** 0 when off. */
  @IsInt() idleMinutes!: number;
  @IsISO8601() expiresAt!: string;
}

export class EndedSessions {
  @IsInt() ended!: number;
}

/**
 * complete: all factors checked · two_factor_required, activation_code_required: not signed in until the code is
 * entered · the other two: signed in, but only that step is allowed.
 */
export const SIGN_IN_OUTCOMES = [
  'complete',
  'two_factor_required',
  'activation_code_required',
  'password_change_required',
  'two_factor_setup_required',
] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

export class SignInState {
  @IsIn(SIGN_IN_OUTCOMES) outcome!: SignInOutcome;
  @IsNested(() => CurrentUser) user!: CurrentUser;
  /** Sessions with an older version are invalid. */
  @IsInt() sessionVersion!: number;
}

export class ChangePasswordCommand extends ChangePasswordRequest {
  @IsInt() @Min(1) userId!: number;
}

export class ConfirmCodeCommand extends FreshCodeRequest {
  @IsInt() @Min(1) userId!: number;
}

export class ConfirmedCode {
  @IsBoolean() isConfirmed!: boolean;
}

export class SetUpTwoFactorCommand {
  @IsInt() @Min(1) userId!: number;
}

/** Never returned once setup is complete. */
export class PendingTwoFactor {
  @IsString() @MaxLength(200) secret!: string;
  /** `data:` URL of a PNG image: the `otpauth:` address as a QR code. */
  @IsString() qrCodeUrl!: string;
}

export class VerifyTwoFactorSetUpCommand extends VerifyTwoFactorRequest {
  @IsInt() @Min(1) userId!: number;
}

export class TwoFactorEnabled extends SignInState {
  @IsTextList() recoveryCodes!: string[];
}
