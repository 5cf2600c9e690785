import { toAuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditLog } from '../audit/audit-log.service.ts';
import { AccountRepository, actorFor } from './accounts.repository.ts';
import type { UserEntity } from './user.entity.ts';

/** What was wrong, for the audit log only: the answer never tells them apart. */
const REASONS = {
  unknown_user: 'for its owner',
  wrong_password: 'towards a lock',
  wrong_code: 'towards a lock',
  locked: 'for its owner',
  inactive: 'for its owner',
  changed_meanwhile: 'for its owner',
} as const;

export type FailureReason = keyof typeof REASONS;
export const FAILURE_REASONS = Object.keys(REASONS) as FailureReason[];

export interface FailedAttempt {
  /** Null for somebody unknown. */
  account: Pick<UserEntity, 'id' | 'username' | 'role'> | null;
  action: 'session.sign_in_failed' | 'password.change_failed' | 'two_factor.set_up_failed';
  factor: 'password' | 'totp' | 'recovery_code';
  reason: FailureReason;
}

/** Counts failed attempts and writes them down, both or neither. */
@Injectable()
export class FailedAttempts {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Asks the database the same for everybody, known or not, so that it takes the same time. */
  async record(caller: Actor, { account, action, factor, reason }: FailedAttempt): Promise<void> {
    const actor = actorFor(caller, account);
    const subject = { type: 'user', id: account?.id ?? null, label: account?.username ?? null } as const;
    await inTransaction(this.database, async (manager) => {
      const lockedUntil = await this.accounts.recordFailure(actor, subject.id, REASONS[reason], manager);
      const failed = toAuditRow(actor, { action, subject, detail: { factor, reason } });
      const locked =
        lockedUntil === null
          ? []
          : [toAuditRow(actor, { action: 'user.locked', subject, detail: { until: lockedUntil } })];
      await this.audit.appendRows([failed, ...locked], manager);
    });
  }
}
