import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, ROLES, type Role, USERNAME_MAX_LENGTH } from './users.ts';
import 'reflect-metadata';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  MaxLength,
  MinLength,
} from 'class-validator';

const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_MIN_LENGTH} characters`;

/** A member of staff as admins see him (spec "users"). Never holds a secret. */
export class StaffUser {
  @IsInt() id!: number;
  @IsString() username!: string;
  @IsIn(ROLES) role!: Role;
  @IsBoolean() isActive!: boolean;
  @IsBoolean() twoFactorEnabled!: boolean;
  /** In a row, as the lockout counts them. */
  @IsInt() failedLoginAttempts!: number;
  /** In the future: locked until then. */
  @IsOptional() @IsISO8601() lockedUntil!: string | null;
  @IsOptional() @IsISO8601() lastFailedLogin!: string | null;
  @IsBoolean() forcePasswordReset!: boolean;
  @IsOptional() @IsISO8601() lastLogin!: string | null;
  @IsISO8601() createdAt!: string;
  @IsISO8601() updatedAt!: string;
}

export class CreateUserRequest {
  @IsString()
  @MinLength(1, { message: 'Username is required' })
  @MaxLength(USERNAME_MAX_LENGTH)
  username!: string;

  @IsString()
  @MinLength(PASSWORD_MIN_LENGTH, { message: PASSWORD_TOO_SHORT })
  @MaxLength(PASSWORD_MAX_LENGTH)
  password!: string;

  @IsString()
  @MinLength(1, { message: 'Please confirm the password' })
  @MaxLength(PASSWORD_MAX_LENGTH)
  confirmPassword!: string;

  @IsOptional()
  @IsIn(ROLES)
  role?: Role;

  @IsOptional()
  @IsBoolean()
  isActive?: boolean;

  /** The new user must choose another password at the first sign-in. */
  @IsOptional()
  @IsBoolean()
  forceReset?: boolean;
}

/** Body of `PUT /api/users/{id}`; what is left out stays as it is. */
export class UpdateUserRequest {
  @IsOptional()
  @IsBoolean()
  isActive?: boolean;

  @IsOptional()
  @IsIn(ROLES)
  role?: Role;
}

export class ResetPasswordRequest {
  @IsString()
  @MinLength(PASSWORD_MIN_LENGTH, { message: PASSWORD_TOO_SHORT })
  @MaxLength(PASSWORD_MAX_LENGTH)
  newPassword!: string;

  /** Spec section 5: false unless stated. */
  @IsOptional()
  @IsBoolean()
  forceReset?: boolean;
}
