import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { AccountRepository } from '../accounts/accounts.repository.ts';
import { RecoveryCodeEntity, type UserEntity } from '../accounts/user.entity.ts';
import type { AuthEnvironment } from '../auth-environment.ts';
import { Clock, SecretBox, stepOfCode } from './two-factor-secrets.ts';

@Injectable()
export class RecoveryCodeRepository {
  /** Old codes are worth nothing from here on. */
  async replaceAll(
    _actor: Actor,
    userId: number,
    hashes: readonly string[],
    manager: EntityManager,
  ): Promise<void> {
    await manager.delete(RecoveryCodeEntity, { userId });
    await manager.insert(
      RecoveryCodeEntity,
      hashes.map((codeHash) => ({ userId, codeHash })),
    );
  }

  /** One statement, so that of two at the same moment one finds it used. */
  async use(_actor: Actor, userId: number, hash: string, manager: EntityManager): Promise<boolean> {
    const { affected } = await manager.update(
      RecoveryCodeEntity,
      { userId, codeHash: hash, usedAt: IsNull() },
      { usedAt: () => 'now()' },
    );
    return affected === 1;
  }
}

export const RECOVERY_CODE_COUNT = 10;
/** Crockford's base32: nothing that is read wrong aloud or on paper. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;
const CODE_PATTERN = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`);

/** One code, 50 bits, as it is shown: `7K2MA-94XQT`. */
export function newRecoveryCode(): string {
  const letters = Array.from(
    { length: CODE_LENGTH },
    () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
  ).join('');
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`;
}

/** As typed by hand: case, blanks, dashes and look-alikes do not matter. Null when it cannot be a recovery code. */
export function normalizeRecoveryCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return CODE_PATTERN.test(letters) ? letters : null;
}

/** Hashes codes for the table; with 50 random bits and a key a slow hash is not needed. */
export class RecoveryCodeHasher {
  private readonly key: Buffer;

  constructor(hexPepper: string) {
    this.key = Buffer.from(
      hkdfSync('sha256', Buffer.from(hexPepper, 'hex'), '', 'clearwatch recovery codes', 32),
    );
  }

  hash(normalised: string, userId: number): string {
    return createHmac('sha256', this.key).update(`${userId}:${normalised}`).digest('hex');
  }
}

export type SecondFactor = 'totp' | 'recovery_code';

/** Lets somebody in by the second factor: a code of the authenticator app or a recovery code, each good once. */
@Injectable()
export class SecondFactorService {
  private readonly box: SecretBox;
  private readonly hasher: RecoveryCodeHasher;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) environment: AuthEnvironment,
  ) {
    this.box = new SecretBox(environment.TWO_FACTOR_KEYS);
    this.hasher = new RecoveryCodeHasher(environment.PASSWORD_PEPPER);
  }

  /** Which of the two somebody means, by how it looks. */
  kindOf(code: string): SecondFactor {
    return normalizeRecoveryCode(code) === null ? 'totp' : 'recovery_code';
  }

  /**
   * @returns false for a wrong or used code, and when the account was locked or changed meanwhile: then the transaction
   * must be undone, so that nothing is used up by somebody who is not let in
   */
  async letIn(
    actor: Actor,
    { account, code }: { account: UserEntity; code: string },
    manager: EntityManager,
  ): Promise<boolean> {
    const { id, passwordHash, twoFactorSecret } = account;
    const recoveryCode = normalizeRecoveryCode(code);
    if (recoveryCode !== null) {
      const isIn = await this.accounts.letIn(actor, id, { passwordHash }, manager);
      return isIn && this.recoveryCodes.use(actor, id, this.hasher.hash(recoveryCode, id), manager);
    }
    if (twoFactorSecret === null) return false;
    const digits = code.replace(/\s/g, '');
    const step = await stepOfCode(this.box.open(twoFactorSecret, id), digits, this.clock.now());
    return step !== null && this.accounts.letIn(actor, id, { passwordHash, step }, manager);
  }
}
