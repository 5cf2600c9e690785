import { Type } from 'class-transformer';
import { IsIn, IsInt, IsString, MaxLength, Min, ValidateNested } from 'class-validator';
import { ChangePasswordRequest, CurrentUser, VerifyTwoFactorRequest } from '../http/auth.ts';

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
