import type { ApprovalKind } from '@clearwatch/contracts/approvals';
import { SaveSecuritySettingsRequest, type SecuritySettings } from '@clearwatch/contracts/approvals.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { bodyValidation } from '@clearwatch/service-kit/http/configure-http';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Principal } from '../sessions/session.entity.ts';
import { SecuritySettingsEntity } from './approval-request.entity.ts';

/** One requests, another approves. */
const FEWEST_ADMINS = 2;

@Injectable()
export class SecuritySettingsService {
  private readonly validation = bodyValidation();

  constructor(
    private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async read(): Promise<SecuritySettings> {
    const [saved] = await this.database.manager.find(SecuritySettingsEntity, { take: 1 });
    if (saved === undefined) return { approvals: [], version: 0, savedBy: null, savedAt: null };
    const { approvals, version, savedBy, savedAt } = saved;
    return { approvals, version, savedBy, savedAt };
  }

  async needsApproval(kind: ApprovalKind): Promise<boolean> {
    const { approvals } = await this.read();
    return kind === 'security_settings' ? approvals.length > 0 : approvals.includes(kind);
  }

  /** @throws AppError `bad_request`, `unprocessable` or `conflict` with a message for the admin */
  async save(actor: Actor, body: unknown): Promise<SecuritySettings> {
    const metatype = SaveSecuritySettingsRequest;
    const request = (await this.validation.transform(body ?? {}, {
      type: 'body',
      metatype,
    })) as typeof metatype.prototype;
    const { approvals, basedOn } = request;
    await inTransaction(this.database, async (manager) => {
      const admins = await manager.countBy(Principal, { role: 'Admin', isActive: true, twoFactorEnabled: true });
      if (approvals.length > 0 && admins < FEWEST_ADMINS) {
        throw new AppError(
          'unprocessable',
          'Two-person approval needs at least two active admins who have set up two-factor authentication. Add an admin first.',
        );
      }
      const [saved] = await manager.query<unknown[]>(
        `INSERT INTO sessions.security_settings AS s (approvals, version, saved_by) VALUES ($1, $2::integer + 1, $3)
         ON CONFLICT (id) DO UPDATE SET approvals = $1, version = s.version + 1, saved_by = $3, saved_at = now()
         WHERE s.version = $2 RETURNING s.version`,
        [approvals, basedOn, actor.username],
      );
      if (saved === undefined) {
        throw new AppError('conflict', 'Another admin has changed these settings. Reload them and try again.');
      }
      const subject = { type: 'settings', id: 'security' } as const;
      const detail = { approvals: approvals.join(', ') };
      await this.trail.record(actor, { action: 'settings.security_saved', subject, detail }, manager);
    });
    return this.read();
  }
}
