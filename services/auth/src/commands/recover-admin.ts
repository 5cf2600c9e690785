import type { Actor } from '@clearwatch/service-kit/identity/actor';
import type { DataSource, EntityManager } from 'typeorm';
import {
  NEXT_SESSION_VERSION,
  RecoveryCodeEntity,
  sameUsername,
  UserEntity,
} from '../accounts/user.entity.ts';
import { type AuditLog, userSubject } from '../audit/audit-log.service.ts';

/**
 * Makes the user an active admin without lock and second factor who must change the password at once, and ends their
 * sessions. Creates the user when there is none with that name.
 */
export async function recoverAdmin(
  actor: Actor,
  to: { username: string; passwordHash: string },
  { database, log }: { database: DataSource; log: AuditLog },
): Promise<{ username: string; isNew: boolean }> {
  return database.transaction(async (manager) => {
    const existing = await recoverExisting(to, manager);
    const created = { ...to, role: 'Admin', forcePasswordReset: true } as const;
    const admin = existing ?? (await manager.save(manager.create(UserEntity, created)));
    await manager.delete(RecoveryCodeEntity, { userId: admin.id });
    const isNew = existing === null;
    const entry = { action: 'admin.recovered', subject: userSubject(admin), detail: { isNew } } as const;
    await log.append(actor, entry, manager);
    return { username: admin.username, isNew };
  });
}

async function recoverExisting(
  { username, passwordHash }: Pick<UserEntity, 'username' | 'passwordHash'>,
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
