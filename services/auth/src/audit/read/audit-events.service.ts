import type { AuditEvent } from '@clearwatch/contracts/audit/audit-event';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Paged } from '@clearwatch/service-kit/http/answer-page';
import { pageOf } from '@clearwatch/service-kit/http/page-query';
import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from './audit-events.repository.ts';
import { filterOf } from './audit-filter.ts';
import { assertDays, DEFAULT_PAGE_SIZE, type ListAuditEventsQuery } from './list-audit-events.query.ts';
import { toAuditEvent } from './to-audit-event.ts';

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
