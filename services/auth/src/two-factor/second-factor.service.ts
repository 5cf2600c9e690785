import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../accounts/account.repository.ts';
import type { Account } from '../accounts/account.ts';
import type { AuthEnvironment } from '../environment.ts';
import { Clock } from './clock.ts';
import { RecoveryCodeRepository } from './recovery-code.repository.ts';
import { normalisedRecoveryCode, RecoveryCodeHasher } from './recovery-code.ts';
import { SecretBox } from './secret-box.ts';
import { stepOfCode } from './totp.ts';

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
    return normalisedRecoveryCode(code) === null ? 'totp' : 'recovery_code';
  }

  /**
   * @returns false for a wrong or used code, and when the account was locked or changed meanwhile: then the transaction
   * must be undone, so that nothing is used up by somebody who is not let in
   */
  async letIn(
    actor: Actor,
    { account, code }: { account: Account; code: string },
    manager: EntityManager,
  ): Promise<boolean> {
    const { id, passwordHash, twoFactorSecret } = account;
    const recoveryCode = normalisedRecoveryCode(code);
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
