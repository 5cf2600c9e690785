import { createHmac, hkdfSync } from 'node:crypto';
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
import { DataSource, IsNull, LessThan } from 'typeorm';
import { AccountsService, actorFor, type FailureReason, toSignInState } from '../accounts/accounts.service.ts';
import { CAN_SIGN_IN, NEXT_SESSION_VERSION, RecoveryCodeEntity, UserEntity } from '../accounts/user.entity.ts';
import { AuditLog, userSubject } from '../audit/audit-log.service.ts';
import type { AuthEnvironment } from '../auth-environment.ts';
import { Clock, newSecret, otpauthAddress, randomText, SecretBox, stepOfCode } from './two-factor-secrets.ts';

const RECOVERY_CODE_COUNT = 10;
/** Crockford's base32 has no characters that look alike. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;
const CODE_PATTERN = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`);

/** 50 bits, for example `7K2MA-94XQT`. */
export function newRecoveryCode(): string {
  const half = () => randomText(CODE_ALPHABET, CODE_LENGTH / 2);
  return `${half()}-${half()}`;
}

/** Ignores case, spaces, dashes and look-alikes. Null if the text cannot be a recovery code. */
export function normalizeRecoveryCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return CODE_PATTERN.test(letters) ? letters : null;
}

/** A fast hash is sufficient, because a code has 50 random bits and the hash is keyed. */
export class RecoveryCodeHasher {
  private readonly key: Buffer;

  constructor(hexPepper: string) {
    this.key = Buffer.from(hkdfSync('sha256', Buffer.from(hexPepper, 'hex'), '', 'clearwatch recovery codes', 32));
  }

  hash(normalized: string, userId: number): string {
    return createHmac('sha256', this.key).update(`${userId}:${normalized}`).digest('hex');
  }
}

/** The default tries five filters on each line, which takes most of the time and gains little for a QR code. */
const PNG_OPTIONS = { deflateStrategy: 0, filterType: 0 };

const WRONG_SET_UP_CODE =
  'Invalid verification code. Enter the code that the app shows now and check that the time on your phone is correct.';

@Injectable()
export class TwoFactorService {
  private readonly box: SecretBox;
  private readonly hasher: RecoveryCodeHasher;

  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountsService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) environment: AuthEnvironment,
  ) {
    this.box = new SecretBox(environment.TWO_FACTOR_KEYS);
    this.hasher = new RecoveryCodeHasher(environment.PASSWORD_PEPPER);
  }

  /** @returns proof that admits the user if it is unused; null for a wrong authenticator code */
  async proofOf(
    { id, twoFactorSecret }: UserEntity,
    code: string,
  ): Promise<{ step: number } | { recoveryCodeHash: string } | null> {
    const recoveryCode = normalizeRecoveryCode(code);
    if (recoveryCode !== null) return { recoveryCodeHash: this.hasher.hash(recoveryCode, id) };
    const step = await this.stepOf(twoFactorSecret, { id, code: code.replace(/\s/g, '') });
    return step === null ? null : { step };
  }

  /** For the sign-in after a reset of two-factor: the code to show once, and what to store. */
  newActivationCode(userId: number): { code: string; hash: string } {
    const code = newRecoveryCode();
    return { code, hash: this.activationHash(code, userId) ?? '' };
  }

  /** Null if the text cannot be an activation code. */
  activationHash(typed: string, userId: number): string | null {
    const code = normalizeRecoveryCode(typed);
    // Never equals the hash of a recovery code.
    return code === null ? null : this.hasher.hash(`activation ${code}`, userId);
  }

  /** Returns the same secret until it is verified. @throws AppError `conflict` when two-factor is already enabled */
  async begin(userId: number): Promise<PendingTwoFactor> {
    const { twoFactorSecret } = await this.pending(userId);
    if (twoFactorSecret === null) {
      // Keep a secret that a concurrent request has stored, because a reload must not invalidate a scanned QR code.
      await this.database.manager.update(
        UserEntity,
        { id: userId, twoFactorEnabled: false, twoFactorSecret: IsNull(), isActive: true },
        { twoFactorSecret: this.box.seal(newSecret(), userId) },
      );
    }
    const { secret, image } = await this.pendingSecret(userId);
    return { secret, qrCodeUrl: `data:image/png;base64,${image.toString('base64')}` };
  }

  /** PNG. */
  async image(userId: number): Promise<Buffer> {
    return (await this.pendingSecret(userId)).image;
  }

  /** @throws AppError `unprocessable` for a wrong code (the third locks the account), `conflict` when already enabled */
  async verify(caller: Actor, command: VerifyTwoFactorSetUpCommand): Promise<TwoFactorEnabled> {
    const account = await this.pending(command.userId);
    const { id, twoFactorSecret } = account;
    const step = await this.stepOf(twoFactorSecret, { id, code: command.twoFactorCode });
    if (step === null) return this.refuse(caller, account, 'wrong_code');
    const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
    const hashes = codes.map((code) => this.hasher.hash(normalizeRecoveryCode(code) ?? code, id));
    const enabled = await inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(
        UserEntity,
        {
          id,
          twoFactorSecret: twoFactorSecret ?? IsNull(),
          twoFactorEnabled: false,
          twoFactorLastStep: LessThan(step),
          ...CAN_SIGN_IN,
        },
        {
          twoFactorEnabled: true,
          twoFactorLastStep: step,
          activationCodeHash: null,
          activationCodeExpires: null,
          failedLoginAttempts: 0,
          sessionVersion: NEXT_SESSION_VERSION,
        },
      );
      if (affected !== 1) return null;
      const changed = await manager.findOneBy(UserEntity, { id });
      await manager.delete(RecoveryCodeEntity, { userId: id });
      await manager.insert(
        RecoveryCodeEntity,
        hashes.map((codeHash) => ({ userId: id, codeHash })),
      );
      const entry = { action: 'two_factor.enabled', subject: userSubject(account) } as const;
      await this.audit.append(actorFor(caller, account), entry, manager);
      return changed;
    });
    if (enabled === null) {
      return this.refuse(caller, account, account.isLocked ? 'locked' : 'changed_meanwhile');
    }
    return Object.assign(toSignInState(enabled, 'complete'), { recoveryCodes: codes });
  }

  private async stepOf(sealed: string | null, { id, code }: { id: number; code: string }): Promise<number | null> {
    return sealed === null ? null : stepOfCode(this.box.open(sealed, id), code, this.clock.now());
  }

  private async refuse(caller: Actor, account: UserEntity, reason: FailureReason): Promise<never> {
    const attempt = { account, action: 'two_factor.set_up_failed', factor: 'totp', reason } as const;
    await this.accounts.recordFailure(caller, attempt);
    throw new AppError('unprocessable', WRONG_SET_UP_CODE);
  }

  private async pending(userId: number): Promise<UserEntity> {
    const account = await this.accounts.byId(userId);
    if (account === null || !account.isActive) throw new AppError('not_found', 'This user does not exist.');
    if (account.twoFactorEnabled) {
      throw new AppError('conflict', 'Two-factor authentication is already set up for this account.');
    }
    if (account.forcePasswordReset) throw new AppError('forbidden', 'Change your password first.');
    return account;
  }

  private async pendingSecret(userId: number): Promise<{ secret: string; image: Buffer }> {
    const { username, twoFactorSecret } = await this.pending(userId);
    if (twoFactorSecret === null) throw new AppError('not_found', 'Two-factor setup has not been started.');
    const secret = this.box.open(twoFactorSecret, userId);
    // About 300 pixels: large enough for a phone's camera, small enough for a `data:` URL.
    const image = await toBuffer(otpauthAddress(username, secret), {
      type: 'png',
      errorCorrectionLevel: 'M',
      margin: 2,
      width: 300,
      rendererOpts: PNG_OPTIONS,
    });
    return { secret, image };
  }
}
