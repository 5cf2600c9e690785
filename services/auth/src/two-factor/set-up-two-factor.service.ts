import type {
  PendingTwoFactor,
  TwoFactorEnabled,
  VerifyTwoFactorSetUpCommand,
} from '@clearwatch/contracts/internal/auth';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountRepository } from '../accounts/account.repository.ts';
import type { Account } from '../accounts/account.ts';
import { toSignInState } from '../accounts/to-sign-in-state.ts';
import type { AuthEnvironment } from '../environment.ts';
import { Clock } from './clock.ts';
import { qrCodeImage } from './qr-code.ts';
import { RecoveryCodeRepository } from './recovery-code.repository.ts';
import {
  newRecoveryCode,
  normalisedRecoveryCode,
  RECOVERY_CODES,
  RecoveryCodeHasher,
} from './recovery-code.ts';
import { SecretBox } from './secret-box.ts';
import { newSecret, otpauthAddress, stepOfCode } from './totp.ts';

export const WRONG_SET_UP_CODE =
  'Invalid verification code. Enter the code the app shows now, and check that the clock of the phone is right.';

@Injectable()
export class SetUpTwoFactorService {
  private readonly box: SecretBox;
  private readonly hasher: RecoveryCodeHasher;

  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) environment: AuthEnvironment,
  ) {
    this.box = new SecretBox(environment.TWO_FACTOR_KEYS);
    this.hasher = new RecoveryCodeHasher(environment.PASSWORD_PEPPER);
  }

  /** The same secret until it is verified. @throws AppError `conflict` when two-factor is on already */
  async begin(actor: Actor, userId: number): Promise<PendingTwoFactor> {
    const account = await this.pending(userId);
    if (account.twoFactorSecret === null) {
      await this.accounts.proposeSecret(actor, userId, this.box.seal(newSecret(), userId));
    }
    const { username, secret } = await this.pendingSecret(userId);
    const image = await qrCodeImage(otpauthAddress(username, secret));
    return { secret, qrCodeUrl: `data:image/png;base64,${image.toString('base64')}` };
  }

  /** The QR code as a PNG image, while set-up is pending. */
  async image(userId: number): Promise<Buffer> {
    const { username, secret } = await this.pendingSecret(userId);
    return qrCodeImage(otpauthAddress(username, secret));
  }

  /** @throws AppError `unprocessable` for a wrong code (the third locks the account), `conflict` when already on */
  async verify(actor: Actor, command: VerifyTwoFactorSetUpCommand): Promise<TwoFactorEnabled> {
    const { userId, twoFactorCode } = command;
    const account = await this.pending(userId);
    const sealed = account.twoFactorSecret;
    const step =
      sealed === null
        ? null
        : await stepOfCode(this.box.open(sealed, userId), twoFactorCode, this.clock.now());
    if (sealed === null || step === null) {
      await this.accounts.recordFailure(actor, userId);
      throw new AppError('unprocessable', WRONG_SET_UP_CODE);
    }

    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const hashes = codes.map((code) => this.hasher.hash(normalisedRecoveryCode(code) ?? code, userId));
    const enabled = await this.database.transaction(async (manager) => {
      const changed = await this.accounts.enableTwoFactor(actor, userId, { secret: sealed, step }, manager);
      if (changed !== null) await this.recoveryCodes.replaceAll(actor, userId, hashes, manager);
      return changed;
    });
    if (enabled === null) throw new AppError('unprocessable', WRONG_SET_UP_CODE);
    return Object.assign(toSignInState(enabled, 'complete'), { recoveryCodes: codes });
  }

  private async pending(userId: number): Promise<Account> {
    const account = await this.accounts.byId(userId);
    if (account === null || !account.isActive) throw new AppError('not_found', 'There is no such user.');
    if (account.twoFactorEnabled) {
      throw new AppError('conflict', 'Two-factor authentication is already set up for this account.');
    }
    if (account.forcePasswordReset) throw new AppError('forbidden', 'Change the password first.');
    return account;
  }

  private async pendingSecret(userId: number): Promise<{ username: string; secret: string }> {
    const { username, twoFactorSecret } = await this.pending(userId);
    if (twoFactorSecret === null) throw new AppError('not_found', 'Two-factor set-up has not been started.');
    return { username, secret: this.box.open(twoFactorSecret, userId) };
  }
}
