import { createHmac, randomBytes } from 'node:crypto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { Inject, Injectable } from '@nestjs/common';
import { compare, hash } from 'bcrypt';
import type { AuthEnvironment } from '../environment.ts';
import { HashGate } from './hash-gate.ts';

/** 2^12 rounds (spec section 9): about a quarter of a second each. */
const BCRYPT_COST = 12;
const AT_A_TIME = 2;

@Injectable()
export class PasswordHasher {
  private readonly gate = new HashGate(AT_A_TIME);
  private readonly pepper: Buffer;
  /** Hash of a password nobody has, so that an unknown user costs as much as a known one. */
  private readonly dummy: Promise<string>;

  constructor(@Inject(ENVIRONMENT) environment: Pick<AuthEnvironment, 'PASSWORD_PEPPER'>) {
    this.pepper = Buffer.from(environment.PASSWORD_PEPPER, 'hex');
    this.dummy = hash(randomBytes(32).toString('base64'), BCRYPT_COST);
  }

  hash(password: string): Promise<string> {
    return this.gate.run(() => hash(this.prepare(password), BCRYPT_COST));
  }

  /** @param passwordHash null when there is no such user: takes as long and is never right */
  async isRight(password: string, passwordHash: string | null): Promise<boolean> {
    const against = passwordHash ?? (await this.dummy);
    const matches = await this.gate.run(() => compare(this.prepare(password), against));
    return matches && passwordHash !== null;
  }

  /**
   * bcrypt ignores everything after 72 bytes and after a NUL: it is given a keyed hash of fixed length instead. NFKC
   * makes the same password typed on two keyboards the same (NIST SP 800-63B section 5.1.1.2).
   */
  private prepare(password: string): string {
    return createHmac('sha256', this.pepper).update(password.normalize('NFKC'), 'utf8').digest('base64');
  }
}
