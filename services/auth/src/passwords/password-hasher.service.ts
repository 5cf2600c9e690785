import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { Inject, Injectable } from '@nestjs/common';
import { compare } from 'bcrypt';
import type { AuthEnvironment } from '../environment.ts';
import { asHashed, prepared } from './as-hashed.ts';
import { HashGate } from './hash-gate.ts';

/** 2^12 rounds (spec section 9): about a quarter of a second each. */
const BCRYPT_COST = 12;
const AT_A_TIME = 2;
/** Salt and outcome as bcrypt writes them, all zero: no password comes to that. */
const NOBODYS = '.'.repeat(53);

@Injectable()
export class PasswordHasher {
  private readonly gate = new HashGate(AT_A_TIME);
  private readonly pepper: Buffer;
  private readonly cost = BCRYPT_COST;

  constructor(@Inject(ENVIRONMENT) environment: Pick<AuthEnvironment, 'PASSWORD_PEPPER'>) {
    this.pepper = Buffer.from(environment.PASSWORD_PEPPER, 'hex');
  }

  hash(password: string): Promise<string> {
    return this.gate.run(() => asHashed(password, this.pepper, this.cost));
  }

  /** @param passwordHash null when there is no such user: takes as long and is never right */
  async isRight(password: string, passwordHash: string | null): Promise<boolean> {
    const against = passwordHash ?? this.nobodys;
    const matches = await this.gate.run(() => compare(prepared(password, this.pepper), against));
    return matches && passwordHash !== null;
  }

  /** Checked for an unknown user, who so costs as much as a known one. */
  private get nobodys(): string {
    return `$2b$${String(this.cost).padStart(2, '0')}$${NOBODYS}`;
  }
}
