import type {
  PendingTwoFactor,
  TwoFactorEnabled,
  VerifyTwoFactorSetUpCommand,
} from '@clearwatch/contracts/sign-in.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import { toBuffer } from 'qrcode';
import { DataSource } from 'typeorm';
import { AccountRepository, actorFor, toSignInState } from '../accounts/accounts.repository.ts';
import { FailedAttempts, type FailureReason } from '../accounts/failed-attempts.service.ts';
import type { UserEntity } from '../accounts/user.entity.ts';
import { AuditLog } from '../audit/audit-log.service.ts';
import type { AuthEnvironment } from '../auth-environment.ts';
import {
  newRecoveryCode,
  normalizeRecoveryCode,
  RECOVERY_CODE_COUNT,
  RecoveryCodeHasher,
  RecoveryCodeRepository,
} from './second-factor.service.ts';
import { Clock, newSecret, otpauthAddress, SecretBox, stepOfCode } from './two-factor-secrets.ts';

/** Lines are kept as they are, and repeat: trying five filters on each, as is usual, takes most of the time. */
const PNG_OPTIONS = { deflateStrategy: 0, filterType: 0 };

/** A PNG of about 300 pixels: large enough for a phone's camera, small enough for a `data:` URL. */
function qrCodeImage(text: string): Promise<Buffer> {
  return toBuffer(text, {
    type: 'png',
    errorCorrectionLevel: 'M',
    margin: 2,
    width: 300,
    rendererOpts: PNG_OPTIONS,
  });
}

export const WRONG_SET_UP_CODE =
  'Invalid verification code. Enter the code the app shows now, and check that the clock of the phone is right.';

@Injectable()
export class SetUpTwoFactorService {
  private readonly box: SecretBox;
  private readonly hasher: RecoveryCodeHasher;

  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountRepository,
    private readonly failedAttempts: FailedAttempts,
    private readonly recoveryCodes: RecoveryCodeRepository,
    private readonly audit: AuditLog,
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
  async verify(caller: Actor, command: VerifyTwoFactorSetUpCommand): Promise<TwoFactorEnabled> {
    const { userId, twoFactorCode } = command;
    const account = await this.pending(userId);
    const proof = await this.proofIn(account, twoFactorCode);
    if (proof === null) return this.refuse(caller, account, 'wrong_code');
    const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
    const enabled = await this.enable(caller, account, { proof, codes });
    if (enabled === null)
      return this.refuse(caller, account, account.isLocked ? 'locked' : 'changed_meanwhile');
    return Object.assign(toSignInState(enabled, 'complete'), { recoveryCodes: codes });
  }

  private async proofIn(
    { id, twoFactorSecret: sealed }: UserEntity,
    code: string,
  ): Promise<{ secret: string; step: number } | null> {
    if (sealed === null) return null;
    const step = await stepOfCode(this.box.open(sealed, id), code, this.clock.now());
    return step === null ? null : { secret: sealed, step };
  }

  private enable(
    caller: Actor,
    account: UserEntity,
    { proof, codes }: { proof: { secret: string; step: number }; codes: readonly string[] },
  ): Promise<UserEntity | null> {
    const { id, username } = account;
    const actor = actorFor(caller, account);
    const hashes = codes.map((code) => this.hasher.hash(normalizeRecoveryCode(code) ?? code, id));
    return inTransaction(this.database, async (manager) => {
      const changed = await this.accounts.enableTwoFactor(actor, id, proof, manager);
      if (changed === null) return null;
      await this.recoveryCodes.replaceAll(actor, id, hashes, manager);
      const subject = { type: 'user', id, label: username } as const;
      await this.audit.append(actor, { action: 'two_factor.enabled', subject }, manager);
      return changed;
    });
  }

  private async refuse(caller: Actor, account: UserEntity, reason: FailureReason): Promise<never> {
    const attempt = { account, action: 'two_factor.set_up_failed', factor: 'totp', reason } as const;
    await this.failedAttempts.record(caller, attempt);
    throw new AppError('unprocessable', WRONG_SET_UP_CODE);
  }

  private async pending(userId: number): Promise<UserEntity> {
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
