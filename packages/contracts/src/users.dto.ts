import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { combine, IsRequiredText } from './field-decorators.dto.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, ROLES, type Role, USERNAME_MAX_LENGTH } from './users.ts';

export function IsNewPassword(): PropertyDecorator {
  const message = `Password must be at least ${PASSWORD_MIN_LENGTH} characters`;
  return combine(IsString(), MinLength(PASSWORD_MIN_LENGTH, { message }), MaxLength(PASSWORD_MAX_LENGTH));
}

/** Spec "users". Never contains a secret. */
export class StaffUser {
  @IsInt() id!: number;
  @IsString() username!: string;
  @IsIn(ROLES) role!: Role;
  @IsBoolean() isActive!: boolean;
  @IsBoolean() twoFactorEnabled!: boolean;
  /** Consecutive failures, as counted by the lockout. */
  @IsInt() failedLoginAttempts!: number;
  @IsOptional() @IsISO8601() lockedUntil!: string | null;
  @IsOptional() @IsISO8601() lastFailedLogin!: string | null;
  @IsBoolean() forcePasswordReset!: boolean;
  @IsOptional() @IsISO8601() lastLogin!: string | null;
  @IsISO8601() createdAt!: string;
  @IsISO8601() updatedAt!: string;
}

export class CreateUserRequest {
  @IsRequiredText(USERNAME_MAX_LENGTH, 'Username is required') username!: string;
  @IsNewPassword() password!: string;
  @IsRequiredText(PASSWORD_MAX_LENGTH, 'Please confirm the password') confirmPassword!: string;
  @IsOptional() @IsIn(ROLES) role?: Role;
  @IsOptional() @IsBoolean() isActive?: boolean;
  /** Whether the new user must choose another password at the first sign-in. */
  @IsOptional() @IsBoolean() forceReset?: boolean;
}

export class UpdateUserRequest {
  @IsOptional() @IsBoolean() isActive?: boolean;
  @IsOptional() @IsIn(ROLES) role?: Role;
}

export class ResetPasswordRequest {
  @IsNewPassword() newPassword!: string;
  /** Whether the user must choose another password, which the admin does not know. True by default. */
  @IsOptional() @IsBoolean() forceReset?: boolean;
}

export class TwoFactorReset extends StaffUser {
  /** Needed for the next sign-in, together with the password; shown once. Null if there was nothing to reset. */
  @IsOptional() @IsString() activationCode!: string | null;
}
