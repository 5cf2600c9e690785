import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/headers';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { BYTE_ORDER_MARK } from '@clearwatch/service-kit/csv/csv-line';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import { takePlace } from '@clearwatch/service-kit/database/take-place';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { whenClientLeaves } from '@clearwatch/service-kit/http/client-gone';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { AuthEnvironment } from '../../environment.ts';
import { AuditLog } from '../audit-log.service.ts';
import { STORED_EVENT_COLUMNS, toStoredEvent } from '../event-columns.ts';
import { filterOf, type SqlFilter } from '../read/audit-filter.ts';
import { type AuditEventsFilter, assertDays } from '../read/list-audit-events.query.ts';
import { inSnapshot } from '../snapshot.ts';
import { AUDIT_CSV_HEADER, toCsvLine } from './audit-csv.ts';

/** Rows fetched, formatted and sent at a time. */
const PAGE = 500;
/** Each holds a connection for as long as its client takes to receive: so many at a time, in all processes together. */
const PLACES = { room: 1_926_043, places: 4 };

@Injectable()
export class ExportAuditLog {
  private readonly url: string;

  constructor(
    private readonly database: DataSource,
    private readonly log: AuditLog,
    @Inject(ENVIRONMENT) environment: AuthEnvironment,
  ) {
    this.url = environment.DATABASE_URL;
  }

  /**
   * Answers with all events of the filter as a file. How many there are is announced before the first, so that whoever
   * receives fewer knows.
   * @throws AppError `too_many_requests` while as many exports run as may
   */
  async export(actor: Actor, filter: AuditEventsFilter, response: Response): Promise<void> {
    assertDays(filter);
    const clientGone = whenClientLeaves(response);
    try {
      await inSnapshot({ url: this.url, purpose: 'audit-export', signal: clientGone }, async (client) => {
        if (!(await takePlace(client, PLACES))) throw busy();
        await this.send(client, { actor, filter, response });
      });
    } catch (error) {
      // Nobody is left to be told; what went out before is written down.
      if (!clientGone.aborted) throw error;
    }
  }

  private async send(
    client: Client,
    { actor, filter, response }: { actor: Actor; filter: AuditEventsFilter; response: Response },
  ): Promise<void> {
    const sql = filterOf(filter);
    const asked = Object.fromEntries(Object.entries(filter)) as Record<string, string | number>;
    const total = await countOf(client, sql);
    // Before the first byte: not even a process that is killed in between lets events out unnoticed.
    await this.record(actor, { ...asked, rows: total });
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="audit-log-${today()}.csv"`);
    response.setHeader(TOTAL_COUNT_HEADER, String(total));
    const progress = { rows: 0 };
    try {
      await pipeline(Readable.from(csvOf(client, sql, progress)), response);
    } catch (error) {
      await this.record(actor, { ...asked, rows: progress.rows, complete: false });
      throw error;
    }
  }

  private async record(actor: Actor, detail: Record<string, string | number | boolean>): Promise<void> {
    await this.database.transaction((manager) =>
      this.log.append(
        actor,
        { action: 'audit.exported', subject: { type: 'audit', id: null }, detail },
        manager,
      ),
    );
  }
}

function busy(): AppError {
  return new AppError('too_many_requests', 'Several exports are under way. Please try again in a moment.', {
    retryAfterSeconds: 10,
  });
}

async function countOf(client: Client, { condition, values }: SqlFilter): Promise<number> {
  const { rows } = await client.query<Row>(
    `SELECT count(*) AS total FROM auth.audit_events WHERE ${condition}`,
    values,
  );
  return integerOf(rows[0] ?? {}, 'total');
}

async function* csvOf(client: Client, sql: SqlFilter, progress: { rows: number }): AsyncGenerator<string> {
  await client.query(
    `DECLARE events NO SCROLL CURSOR FOR
     SELECT ${STORED_EVENT_COLUMNS} FROM auth.audit_events WHERE ${sql.condition} ORDER BY seq DESC`,
    sql.values,
  );
  yield BYTE_ORDER_MARK + AUDIT_CSV_HEADER;
  for (;;) {
    const { rows } = await client.query<Row>(`FETCH ${PAGE} FROM events`);
    if (rows.length === 0) return;
    yield rows.map((row) => toCsvLine(toStoredEvent(row))).join('');
    progress.rows += rows.length;
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
