import type { AuditEvent, AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import type { StaffUser } from '@clearwatch/contracts/users.dto';

/** Builders of users and of what is recorded about them. */

export function aStaffUser(over: Partial<StaffUser> = {}): StaffUser {
  return Object.assign(
    {
      id: 2,
      username: 'dana',
      role: 'User',
      isActive: true,
      twoFactorEnabled: true,
      failedLoginAttempts: 0,
      lockedUntil: null,
      lastFailedLogin: null,
      forcePasswordReset: false,
      lastLogin: null,
      createdAt: new Date(2026, 10, 2, 9, 30).toISOString(),
      updatedAt: new Date(2026, 10, 2, 9, 30).toISOString(),
    } as const,
    over,
  );
}

export function anAuditEvent(over: Partial<AuditEvent> = {}): AuditEvent {
  return Object.assign(
    {
      seq: 812,
      at: '2026-11-20T09:14:07.000Z',
      actorId: 1,
      actorName: 'admin',
      actorRole: 'Admin',
      action: 'user.role_changed',
      subjectType: 'user',
      subjectId: '2',
      subjectLabel: 'dana',
      address: '10.20.1.14',
      requestId: 'req-42',
      detail: { from: 'User', to: 'Admin' },
      hash: 'ab'.repeat(32),
    } as const,
    over,
  );
}

export function aVerification(over: Partial<AuditVerification> = {}): AuditVerification {
  return Object.assign(
    {
      intact: true,
      events: 4812,
      expiredMonths: 0,
      firstSeq: 1,
      lastSeq: 4812,
      lastHash: 'cd'.repeat(32),
      brokenAt: null,
      checkedAt: '2026-11-20T09:30:05.000Z',
    },
    over,
  );
}
