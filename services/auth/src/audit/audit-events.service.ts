import type { AuditAction } from '@clearwatch/contracts/audit-events';
import type { AuditEvent, AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { ChainKeys } from '@clearwatch/service-kit/audit/chain-keys';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { queryInteger } from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Paged, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { AuthEnvironment } from '../auth-environment.ts';
import { STORED_EVENT_COLUMNS, toStoredEvent } from './audit-chain.ts';
import { assertDays, filterOf, type ListAuditEventsQuery } from './audit-events-filter.ts';
import { AuditLog } from './audit-log.service.ts';
import { verifyChain, withSnapshot } from './audit-verification.ts';

const DEFAULT_PAGE_SIZE = 50;
const MAX_ACTIVITY = 20;
export const AUDIT_EVENT_NOT_FOUND = 'This audit event does not exist.';

@Injectable()
export class AuditEventsService {
  constructor(private readonly database: DataSource) {}

  async list(query: ListAuditEventsQuery): Promise<Paged<AuditEvent>> {
    assertDays(query);
    const { condition, values } = filterOf(query);
    const { limit, offset } = pageOf({ page: query.page, pageSize: query.pageSize ?? DEFAULT_PAGE_SIZE });
    const [total, items] = await Promise.all([
      queryInteger(this.database, `SELECT count(*) FROM auth.audit_events WHERE ${condition}`, values),
      this.select(`${condition} ORDER BY seq DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`, [
        ...values,
        limit,
        offset,
      ]),
    ]);
    return { items, total };
  }

  async withNumber(seq: number): Promise<AuditEvent> {
    const [event] = await this.select('seq = $1', [seq]);
    if (event === undefined) throw new AppError('not_found', AUDIT_EVENT_NOT_FOUND);
    return event;
  }

  /** Newest events by or about a user, who may have been deleted. Each half of the query uses its own index. */
  async activityOf(userId: number): Promise<AuditEvent[]> {
    return this.select(
      `seq IN (
         (SELECT seq FROM auth.audit_events WHERE actor_id = $1 ORDER BY seq DESC LIMIT $3)
         UNION
         (SELECT seq FROM auth.audit_events WHERE subject_type = 'user' AND subject_id = $2
          ORDER BY seq DESC LIMIT $3))
       ORDER BY seq DESC LIMIT $3`,
      [userId, String(userId), MAX_ACTIVITY],
    );
  }

  private async select(condition: string, values: unknown[]): Promise<AuditEvent[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT ${STORED_EVENT_COLUMNS} FROM auth.audit_events WHERE ${condition}`,
      values,
    );
    return rows.map((row) => {
      const { id: _id, recordedAt: _at, previousHash: _previous, keyId: _key, ...event } = toStoredEvent(row);
      // Another version may have recorded an action that this version does not have.
      return { ...event, action: event.action as AuditAction };
    });
  }
}

@Injectable()
export class AuditVerificationService {
  private running: Promise<AuditVerification> | null = null;

  constructor(
    private readonly database: DataSource,
    private readonly log: AuditLog,
    @Inject(ENVIRONMENT) private readonly environment: AuthEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Concurrent requests share one walk. */
  async verify(actor: Actor): Promise<AuditVerification> {
    this.running ??= this.walk().finally(() => {
      this.running = null;
    });
    const verification = await this.running;
    const { intact, events, brokenAt } = verification;
    const detail = { intact, events, ...(brokenAt !== null && { brokenAt: brokenAt.sentence }) };
    const entry = { action: 'audit.verified', subject: { type: 'audit', id: null }, detail } as const;
    try {
      await this.database.transaction((manager) => this.log.append(actor, entry, manager));
    } catch (error) {
      // Appending to a broken log may fail. The result must still be returned.
      if (intact) throw error;
      this.logger.error({ err: error }, 'audit log: the failed verification could not be recorded');
    }
    return verification;
  }

  private async walk(): Promise<AuditVerification> {
    const { DATABASE_URL: url, AUDIT_KEYS } = this.environment;
    const verification = await withSnapshot({ url, purpose: 'audit-verify' }, (client) =>
      verifyChain(client, new ChainKeys(AUDIT_KEYS)),
    );
    const { brokenAt } = verification;
    if (brokenAt !== null) this.logger.error({ seq: brokenAt.seq }, `audit log: ${brokenAt.sentence}`);
    return verification;
  }
}
