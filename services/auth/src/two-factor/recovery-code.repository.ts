import type { Row } from '@clearwatch/service-kit/database/row';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

@Injectable()
export class RecoveryCodeRepository {
  /** Old codes are worth nothing from here on. */
  async replaceAll(
    _actor: Actor,
    userId: number,
    hashes: readonly string[],
    manager: EntityManager,
  ): Promise<void> {
    await manager.query('DELETE FROM auth.recovery_codes WHERE user_id = $1', [userId]);
    await manager.query(
      'INSERT INTO auth.recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])',
      [userId, hashes],
    );
  }

  /** One statement, so that of two at the same moment one finds it used. */
  async use(_actor: Actor, userId: number, hash: string, manager: EntityManager): Promise<boolean> {
    const [rows] = await manager.query<[Row[], number]>(
      `UPDATE auth.recovery_codes SET used_at = now()
       WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL
       RETURNING id`,
      [userId, hash],
    );
    return rows.length > 0;
  }
}
