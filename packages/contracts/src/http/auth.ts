import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { ROLES, type Role } from '../roles.ts';
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  RECOVERY_CODE_MAX_LENGTH,
  TOTP_DIGITS,
} from '../staff/sign-in-limits.ts';

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
