import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import type { Page } from '@clearwatch/service-kit/http/page-query';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { STORED_EVENT_COLUMNS, type StoredEvent, toStoredEvent } from '../event-columns.ts';
import type { SqlFilter } from './audit-filter.ts';

@Injectable()
export class AuditEventsRepository {
  constructor(private readonly database: DataSource) {}

  async countOf({ condition, values }: SqlFilter): Promise<number> {
    const [row] = await this.database.query<Row[]>(
      `SELECT count(*) AS total FROM auth.audit_events WHERE ${condition}`,
      values,
    );
    return integerOf(row ?? {}, 'total');
  }

  /** Newest first. */
  async page({ condition, values }: SqlFilter, { limit, offset }: Page): Promise<StoredEvent[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT ${STORED_EVENT_COLUMNS} FROM auth.audit_events WHERE ${condition}
       ORDER BY seq DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, limit, offset],
    );
    return rows.map(toStoredEvent);
  }

  async withNumber(seq: number): Promise<StoredEvent | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT ${STORED_EVENT_COLUMNS} FROM auth.audit_events WHERE seq = $1`,
      [seq],
    );
    return row === undefined ? null : toStoredEvent(row);
  }

  /** The newest events somebody did or had done to him; each half by its own index. */
  async byOrAbout(userId: number, limit: number): Promise<StoredEvent[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT ${STORED_EVENT_COLUMNS} FROM auth.audit_events WHERE seq IN (
         (SELECT seq FROM auth.audit_events WHERE actor_id = $1 ORDER BY seq DESC LIMIT $3)
         UNION
         (SELECT seq FROM auth.audit_events WHERE subject_type = 'user' AND subject_id = $2
          ORDER BY seq DESC LIMIT $3))
       ORDER BY seq DESC LIMIT $3`,
      [userId, String(userId), limit],
    );
    return rows.map(toStoredEvent);
  }
}
