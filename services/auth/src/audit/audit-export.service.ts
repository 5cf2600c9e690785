import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AUDIT_ACTIONS } from '@clearwatch/contracts/audit-events';
import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { BYTE_ORDER_MARK, csvLine } from '@clearwatch/service-kit/csv/csv-line';
import { queryInteger } from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { acquireSlot } from '@clearwatch/service-kit/database/transaction';
import { tooManyRequestsError } from '@clearwatch/service-kit/errors/app-error';
import { clientDisconnectSignal } from '@clearwatch/service-kit/http/request-context';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { AuthEnvironment } from '../auth-environment.ts';
import { STORED_EVENT_COLUMNS, type StoredEvent, toStoredEvent } from './audit-chain.ts';
import { type AuditEventsFilter, assertDays, filterOf, type SqlFilter } from './audit-events-filter.ts';
import { AuditLog } from './audit-log.service.ts';
import { withSnapshot } from './audit-verification.ts';

const COLUMNS: readonly [heading: string, value: (event: StoredEvent) => string | number | null][] = [
  ['Number', ({ seq }) => seq],
  ['Time (UTC)', ({ at }) => at],
  ['User', ({ actorName }) => actorName],
  ['User ID', ({ actorId }) => actorId],
  ['Role', ({ actorRole }) => actorRole],
  ['Action', ({ action }) => labelOf(action)],
  ['Action name', ({ action }) => action],
  ['Subject type', ({ subjectType }) => subjectType],
  ['Subject ID', ({ subjectId }) => subjectId],
  ['Subject', ({ subjectLabel }) => subjectLabel],
  ['Address', ({ address }) => address],
  ['Details', ({ detail }) => Object.entries(detail).map(formatDetail).join('; ')],
  ['Request ID', ({ requestId }) => requestId],
  ['Hash', ({ hash }) => hash],
];

const formatDetail = ([name, value]: [string, string | number | boolean | null]) => `${name}: ${value ?? 'none'}`;

/** Another version may have recorded an action that this version does not have. */
function labelOf(action: string): string {
  const known: Readonly<Record<string, { label: string }>> = AUDIT_ACTIONS;
  return Object.hasOwn(known, action) ? (known[action]?.label ?? action) : action;
}

const PAGE_SIZE = 500;
/** Limit across all processes, because each export uses a connection while its client downloads. */
const EXPORT_SLOTS = { room: 1_926_043, places: 4 };

@Injectable()
export class AuditExportService {
  constructor(
    private readonly database: DataSource,
    private readonly log: AuditLog,
    @Inject(ENVIRONMENT) private readonly environment: AuthEnvironment,
  ) {}

  /** A header contains the number of events. @throws AppError `too_many_requests` above the concurrency limit */
  async export(actor: Actor, filter: AuditEventsFilter, response: Response): Promise<void> {
    assertDays(filter);
    const clientGone = clientDisconnectSignal(response);
    const snapshot = { url: this.environment.DATABASE_URL, purpose: 'audit-export', signal: clientGone };
    try {
      await withSnapshot(snapshot, async (client) => {
        if (!(await acquireSlot(client, EXPORT_SLOTS))) {
          throw tooManyRequestsError('Several exports are running. Please try again in a moment.', 10);
        }
        await this.send(client, { actor, filter, response });
      });
    } catch (error) {
      if (!clientGone.aborted) throw error;
    }
  }

  private async send(
    client: Client,
    { actor, filter, response }: { actor: Actor; filter: AuditEventsFilter; response: Response },
  ): Promise<void> {
    const sql = filterOf(filter);
    const filterText = Object.fromEntries(Object.entries(filter)) as Record<string, string | number>;
    const count = `SELECT count(*) FROM auth.audit_events WHERE ${sql.condition}`;
    const total = await queryInteger(client, count, sql.values);
    // Recorded before the first byte is sent, in case the process is killed in between.
    await this.record(actor, { ...filterText, rows: total });
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    const today = new Date().toISOString().slice(0, 10);
    response.setHeader('Content-Disposition', `attachment; filename="audit-log-${today}.csv"`);
    response.setHeader(TOTAL_COUNT_HEADER, String(total));
    const progress = { rows: 0 };
    try {
      await pipeline(Readable.from(csvOf(client, sql, progress)), response);
    } catch (error) {
      await this.record(actor, { ...filterText, rows: progress.rows, complete: false });
      throw error;
    }
  }

  private async record(actor: Actor, detail: Record<string, string | number | boolean>): Promise<void> {
    const entry = { action: 'audit.exported', subject: { type: 'audit', id: null }, detail } as const;
    await this.database.transaction((manager) => this.log.append(actor, entry, manager));
  }
}

async function* csvOf(client: Client, sql: SqlFilter, progress: { rows: number }): AsyncGenerator<string> {
  await client.query(
    `DECLARE events NO SCROLL CURSOR FOR
     SELECT ${STORED_EVENT_COLUMNS} FROM auth.audit_events WHERE ${sql.condition} ORDER BY seq DESC`,
    sql.values,
  );
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([heading]) => heading));
  for (;;) {
    const { rows } = await client.query<Row>(`FETCH ${PAGE_SIZE} FROM events`);
    if (rows.length === 0) return;
    const events = rows.map(toStoredEvent);
    yield events.map((event) => csvLine(COLUMNS.map(([, value]) => value(event)))).join('');
    progress.rows += rows.length;
  }
}
