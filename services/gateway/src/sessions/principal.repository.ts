import type { Row } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Principal } from './principal.ts';
import type { SignedIn } from './session-data.ts';
import { PRINCIPAL_COLUMNS, toPrincipal } from './to-principal.ts';

@Injectable()
export class PrincipalRepository {
  constructor(private readonly database: DataSource) {}

  /** The user of a session as he is now; null when deleted. */
  async userOf({ userId }: SignedIn): Promise<Principal | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT ${PRINCIPAL_COLUMNS} FROM auth.principals WHERE id = $1`,
      [userId],
    );
    return row === undefined ? null : toPrincipal(row);
  }
}
