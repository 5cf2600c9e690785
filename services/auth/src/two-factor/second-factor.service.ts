import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountRepository } from '../accounts/account.repository.ts';
import type { Account } from '../accounts/account.ts';
import type { AuthEnvironment } from '../environment.ts';
import { Clock } from './clock.ts';
import { RecoveryCodeRepository } from './recovery-code.repository.ts';
import { normalisedRecoveryCode, RecoveryCodeHasher } from './recovery-code.ts';
import { SecretBox } from './secret-box.ts';
import { stepOfCode } from './totp.ts';

/** Lets somebody in by the second factor: a code of the authenticator app or a recovery code, each good once. */
@Injectable()
export class SecondFactorService {
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

  /** @returns false for a wrong or used code, and when the account was locked or changed meanwhile */
  async letIn(actor: Actor, account: Account, typed: string): Promise<boolean> {
    const code = typed.replace(/\s/g, '');
    const recoveryCode = normalisedRecoveryCode(code);
    if (recoveryCode !== null) return this.letInByRecoveryCode(actor, account, recoveryCode);
    if (account.twoFactorSecret === null) return false;
    const step = await stepOfCode(this.box.open(account.twoFactorSecret, account.id), code, this.clock.now());
    if (step === null) return false;
    return this.accounts.letIn(actor, account.id, { passwordHash: account.passwordHash, step });
  }

  /** Both or neither: a code is not used up by somebody who is not let in. */
  private async letInByRecoveryCode(actor: Actor, account: Account, code: string): Promise<boolean> {
    const { id, passwordHash } = account;
    return this.database
      .transaction(async (manager) => {
        if (!(await this.accounts.letIn(actor, id, { passwordHash }, manager))) return false;
        if (await this.recoveryCodes.use(actor, id, this.hasher.hash(code, id), manager)) return true;
        throw new UnusableCode();
      })
      .catch((error: unknown) => {
        if (error instanceof UnusableCode) return false;
        throw error;
      });
  }
}

/** Undoes the transaction. */
class UnusableCode extends Error {}
