import type { Actor } from '@clearwatch/service-kit/identity/actor';
import type { DataSource, EntityManager } from 'typeorm';
import {
  NEXT_SESSION_VERSION,
  RecoveryCodeEntity,
  sameUsername,
  UserEntity,
} from '../accounts/user.entity.ts';
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
    await manager.delete(RecoveryCodeEntity, { userId: id });
    const isNew = existing === null;
    await log.append(
      actor,
      { action: 'admin.recovered', subject: { type: 'user', id, label: username }, detail: { isNew } },
      manager,
    );
    return { username, isNew };
  });
}

type Admin = Pick<UserEntity, 'username' | 'passwordHash'>;

async function recoverExisting(
  { username, passwordHash }: Admin,
  manager: EntityManager,
): Promise<UserEntity | null> {
  const where = { username: sameUsername(username) };
  await manager.update(UserEntity, where, {
    passwordHash,
    role: 'Admin',
    isActive: true,
    forcePasswordReset: true,
    passwordResetToken: null,
    passwordResetExpires: null,
    failedLoginAttempts: 0,
    lockedUntil: null,
    twoFactorEnabled: false,
    twoFactorSecret: null,
    twoFactorLastStep: 0,
    sessionVersion: NEXT_SESSION_VERSION,
  });
  return manager.findOneBy(UserEntity, where);
}

async function createAdmin(admin: Admin, manager: EntityManager): Promise<UserEntity> {
  return manager.save(manager.create(UserEntity, { ...admin, role: 'Admin', forcePasswordReset: true }));
}
