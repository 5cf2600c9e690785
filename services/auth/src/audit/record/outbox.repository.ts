import type { AuditSource } from '@clearwatch/contracts/jobs/audit-jobs';
import { booleanOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EVENT_COLUMNS } from '../event-columns.ts';

const OUTBOXES: Readonly<Record<AuditSource, string>> = {
  gateway: 'sessions.audit_outbox',
  ingest: 'ledger.audit_outbox',
  analytics: 'analytics.audit_outbox',
  reports: 'reports.audit_outbox',
};

/** Events in memory at a time; everybody who appends waits while as many are written. */
const PAGE = 200;

@Injectable()
export class OutboxRepository {
  constructor(private readonly database: DataSource) {}

  /** Whether the event is in the outbox and not in the log. */
  async isWaiting(source: AuditSource, eventId: string): Promise<boolean> {
    const [row] = await this.database.query<Row[]>(
      `SELECT EXISTS (SELECT 1 FROM ${OUTBOXES[source]} WHERE id = $1)
         AND NOT EXISTS (SELECT 1 FROM auth.audit_events WHERE id = $1) AS waits`,
      [eventId],
    );
    return booleanOf(row ?? {}, 'waits');
  }

  /**
   * Everything in the outbox, oldest first, as it stands there; events that are in the log already are among it until
   * their service takes them away. By place, so that the last page costs what the first costs.
   */
  async *pages(source: AuditSource): AsyncGenerator<Row[]> {
    let [at, id] = ['-infinity', '00000000-0000-0000-0000-000000000000'];
    for (;;) {
      const rows: Row[] = await this.database.query<Row[]>(
        `SELECT ${EVENT_COLUMNS}, at::text AS place FROM ${OUTBOXES[source]}
         WHERE (at, id) > ($1::timestamptz, $2::uuid) ORDER BY at, id LIMIT ${PAGE}`,
        [at, id],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      [at, id] = [textOf(last, 'place'), textOf(last, 'id')];
    }
  }
}
