import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuditLog } from '../audit/audit-log.service.ts';

export interface RecoveredAdmin {
  username: string;
  /** There was no such user. */
  isNew: boolean;
}

/**
 * Lets somebody in again who is locked out for good: an active admin without lock and without second factor, who must
 * change the password at once. All his sessions end. Makes the user when there is none of that name.
 */
export async function recoverAdmin(
  actor: Actor,
  to: { username: string; passwordHash: string },
  { database, log }: { database: DataSource; log: AuditLog },
): Promise<RecoveredAdmin> {
  return database.transaction(async (manager) => {
    const existing = await recoverExisting(to, manager);
    const { id, username } = existing ?? (await createAdmin(to, manager));
    await manager.query('DELETE FROM auth.recovery_codes WHERE user_id = $1', [id]);
    const isNew = existing === null;
    await log.append(
      actor,
      { action: 'admin.recovered', subject: { type: 'user', id, label: username }, detail: { isNew } },
      manager,
    );
    return { username, isNew };
  });
}

interface NamedUser {
  id: number;
  username: string;
}

async function recoverExisting(
  { username, passwordHash }: { username: string; passwordHash: string },
  manager: EntityManager,
): Promise<NamedUser | null> {
  const [rows] = await manager.query<[Row[], number]>(
    `UPDATE auth.users SET
       password = $2, role = 'Admin', is_active = true, force_password_reset = true,
       password_reset_token = NULL, password_reset_expires = NULL, failed_login_attempts = 0, locked_until = NULL,
       two_factor_enabled = false, two_factor_secret = NULL, two_factor_last_step = 0,
       session_version = session_version + 1, updated_at = now()
     WHERE lower(username) = lower($1) RETURNING id, username`,
    [username, passwordHash],
  );
  return toNamedUser(rows);
}

async function createAdmin(
  { username, passwordHash }: { username: string; passwordHash: string },
  manager: EntityManager,
): Promise<NamedUser> {
  const rows = await manager.query<Row[]>(
    `INSERT INTO auth.users (username, password, role, force_password_reset) VALUES ($1, $2, 'Admin', true)
     RETURNING id, username`,
    [username, passwordHash],
  );
  const made = toNamedUser(rows);
  if (made === null) throw new Error('The user could not be made.');
  return made;
}

function toNamedUser([row]: readonly Row[]): NamedUser | null {
  return row === undefined ? null : { id: integerOf(row, 'id'), username: textOf(row, 'username') };
}
