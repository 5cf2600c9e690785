import type { AuditSource } from '@clearwatch/contracts/jobs/audit-jobs';
import type { AuditRow } from '@clearwatch/service-kit/audit/audit-row';
import type { Row } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EVENT_COLUMNS, toEventRow } from '../event-columns.ts';

const OUTBOXES: Readonly<Record<AuditSource, string>> = {
  gateway: 'sessions.audit_outbox',
  ingest: 'ledger.audit_outbox',
  analytics: 'analytics.audit_outbox',
};

@Injectable()
export class OutboxRepository {
  constructor(private readonly database: DataSource) {}

  /** The event and others that wait in the same outbox, oldest first; none when the event is in the log or gone. */
  async outstanding(source: AuditSource, eventId: string, limit: number): Promise<AuditRow[]> {
    const rows = await this.database.query<Row[]>(
      `WITH waiting AS MATERIALIZED (
         SELECT o.* FROM ${OUTBOXES[source]} o
         WHERE NOT EXISTS (SELECT 1 FROM auth.audit_events e WHERE e.id = o.id))
       SELECT ${EVENT_COLUMNS} FROM waiting
       WHERE EXISTS (SELECT 1 FROM waiting WHERE id = $1)
       ORDER BY id <> $1, at, id LIMIT $2`,
      [eventId, limit],
    );
    return rows.map(toEventRow).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  }
}
