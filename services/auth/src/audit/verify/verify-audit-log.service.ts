import type { AuditVerification } from '@clearwatch/contracts/audit/audit-event';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { AuthEnvironment } from '../../environment.ts';
import { AuditKeys } from '../audit-keys.ts';
import { AuditLog } from '../audit-log.service.ts';
import { inSnapshot } from '../snapshot.ts';
import { verifyChain } from './verify-chain.ts';

@Injectable()
export class VerifyAuditLog {
  private readonly keys: AuditKeys;
  private readonly url: string;
  private running: Promise<AuditVerification> | null = null;

  constructor(
    private readonly database: DataSource,
    private readonly log: AuditLog,
    @Inject(ENVIRONMENT) environment: AuthEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.keys = new AuditKeys(environment.AUDIT_KEYS);
    this.url = environment.DATABASE_URL;
  }

  /** Whoever asks while a walk is under way gets its result: two at once would find the same at twice the cost. */
  async verify(actor: Actor): Promise<AuditVerification> {
    this.running ??= this.walk().finally(() => {
      this.running = null;
    });
    const verification = await this.running;
    try {
      await this.record(actor, verification);
    } catch (error) {
      // Who breaks the log may have made it impossible to write in: that must not keep anybody from hearing of it.
      if (verification.intact) throw error;
      this.logger.error({ err: error }, 'audit log: that it is broken could not be written down');
    }
    return verification;
  }

  private async record(actor: Actor, { intact, events, brokenAt }: AuditVerification): Promise<void> {
    await this.database.transaction((manager) =>
      this.log.append(
        actor,
        {
          action: 'audit.verified',
          subject: { type: 'audit', id: null },
          detail: brokenAt === null ? { intact, events } : { intact, events, brokenAt: brokenAt.sentence },
        },
        manager,
      ),
    );
  }

  private async walk(): Promise<AuditVerification> {
    const verification = await inSnapshot({ url: this.url, purpose: 'audit-verify' }, (client) =>
      verifyChain(client, this.keys),
    );
    const { brokenAt } = verification;
    if (brokenAt !== null) this.logger.error({ seq: brokenAt.seq }, `audit log: ${brokenAt.sentence}`);
    return verification;
  }
}
