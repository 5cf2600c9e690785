import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '../two-factor/secret-box.ts';

/**
 * Encrypts every secret anew by the first of the keys, so that the others are needed no more. All or none.
 * @param keys comma-separated; between them they open every secret
 * @returns how many secrets there are
 * @throws Error when one was made by a key that is not among them
 */
export async function resealTwoFactor(keys: string, manager: EntityManager): Promise<number> {
  const box = new SecretBox(keys);
  const rows = await manager.query<Row[]>(
    'SELECT id, two_factor_secret FROM auth.users WHERE two_factor_secret IS NOT NULL ORDER BY id FOR UPDATE',
  );
  for (const row of rows) {
    const id = integerOf(row, 'id');
    const secret = box.open(textOf(row, 'two_factor_secret'), id);
    await manager.query('UPDATE auth.users SET two_factor_secret = $2 WHERE id = $1', [
      id,
      box.seal(secret, id),
    ]);
  }
  return rows.length;
}
