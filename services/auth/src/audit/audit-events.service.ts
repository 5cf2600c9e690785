import type { AuditAction } from '@clearwatch/contracts/audit-events';
import type { AuditEvent, AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Paged, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { AuthEnvironment } from '../auth-environment.ts';
import { AuditKeys, type StoredEvent } from './audit-chain.ts';
import {
  AuditEventsRepository,
  assertDays,
  DEFAULT_PAGE_SIZE,
  filterOf,
  type ListAuditEventsQuery,
} from './audit-events.repository.ts';
import { AuditLog } from './audit-log.service.ts';
import { verifyChain, withSnapshot } from './audit-verification.ts';

function toAuditEvent(event: StoredEvent): AuditEvent {
  return {
    seq: event.seq,
    at: event.at,
    actorId: event.actorId,
    actorName: event.actorName,
    actorRole: event.actorRole,
    // Another version may have written one this one does not know: it is shown as it stands.
    action: event.action as AuditAction,
    subjectType: event.subjectType,
    subjectId: event.subjectId,
    subjectLabel: event.subjectLabel,
    address: event.address,
    requestId: event.requestId,
    detail: event.detail,
    hash: event.hash,
  };
}

const RECENT = 20;
export const AUDIT_EVENT_NOT_FOUND = 'There is no audit event with this number.';

@Injectable()
export class AuditEventsService {
  constructor(private readonly events: AuditEventsRepository) {}

  async list(query: ListAuditEventsQuery): Promise<Paged<AuditEvent>> {
    assertDays(query);
    const filter = filterOf(query);
    const [total, events] = await Promise.all([
      this.events.countOf(filter),
      this.events.page(filter, pageOf({ page: query.page, pageSize: query.pageSize ?? DEFAULT_PAGE_SIZE })),
    ]);
    return { items: events.map(toAuditEvent), total };
  }

  /** @throws AppError `not_found` for a number that no event has, or none any more */
  async withNumber(seq: number): Promise<AuditEvent> {
    const event = await this.events.withNumber(seq);
    if (event === null) throw new AppError('not_found', AUDIT_EVENT_NOT_FOUND);
    return toAuditEvent(event);
  }

  /** What a user did lately or had done to him. Also of one who is gone: the log outlives him. */
  async activityOf(userId: number): Promise<AuditEvent[]> {
    const events = await this.events.byOrAbout(userId, RECENT);
    return events.map(toAuditEvent);
  }
}

@Injectable()
export class AuditVerificationService {
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
    const verification = await withSnapshot({ url: this.url, purpose: 'audit-verify' }, (client) =>
      verifyChain(client, this.keys),
    );
    const { brokenAt } = verification;
    if (brokenAt !== null) this.logger.error({ seq: brokenAt.seq }, `audit log: ${brokenAt.sentence}`);
    return verification;
  }
}
