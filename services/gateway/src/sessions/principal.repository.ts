import { ROLES } from '@clearwatch/contracts/roles';
import { booleanOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Principal } from './principal.ts';
import type { SignedIn } from './session-data.ts';

@Injectable()
export class PrincipalRepository {
  constructor(private readonly database: DataSource) {}

  /** The user of a session; null when deleted, deactivated, or changed in a way that ends sessions. */
  async standingBehind({ userId, sessionVersion }: SignedIn): Promise<Principal | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT id, username, role, is_active, two_factor_enabled, session_version
       FROM auth.principals WHERE id = $1 AND is_active AND session_version = $2`,
      [userId, sessionVersion],
    );
    return row === undefined ? null : toPrincipal(row);
  }
}

function toPrincipal(row: Row): Principal {
  const role = ROLES.find((candidate) => candidate === textOf(row, 'role'));
  if (role === undefined) throw new TypeError('Column role holds no known role');
  return {
    userId: integerOf(row, 'id'),
    username: textOf(row, 'username'),
    role,
    isActive: booleanOf(row, 'is_active'),
    twoFactorEnabled: booleanOf(row, 'two_factor_enabled'),
    sessionVersion: integerOf(row, 'session_version'),
  };
}
