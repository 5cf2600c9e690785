import { AUDIT_ACTIONS } from '@clearwatch/contracts/audit-events';
import { type AuditSource, RECORD_AUDIT_EVENT, type RecordAuditEventPayload } from '@clearwatch/contracts/jobs.dto';
import { type AuditRow, sanitizeText } from '@clearwatch/service-kit/audit/audit-outbox';
import { hasRows } from '@clearwatch/service-kit/database/query-rows';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EVENT_COLUMNS, toEventRow } from './audit-chain.ts';
import { AuditLog } from './audit-log.service.ts';

const FOUR_DIGIT_YEAR = /^[12]\d{3}-/;
const MAX_DETAILS = 50;

/**
 * The database role of a service can write anything into its own outbox.
 * @returns null for an action that belongs to another service and for values that cannot be stored or indexed, which
 * would block other events
 */
function toTrustedRow(source: AuditSource, row: Row): AuditRow | null {
  let event: AuditRow;
  try {
    event = toEventRow(row);
  } catch {
    return null;
  }
  const { action, detail } = event;
  const catalogue: Readonly<Record<string, { by: string; subject: string }>> = AUDIT_ACTIONS;
  const known = Object.hasOwn(catalogue, action) ? catalogue[action] : undefined;
  const isOwn = known?.by === source && known.subject === event.subjectType;
  const details = Object.entries(detail).flat();
  const texts = [
    event.actorName,
    event.actorRole,
    event.address,
    event.requestId,
    event.subjectId,
    event.subjectLabel,
    ...details,
  ].filter((value) => typeof value === 'string');
  const isSound =
    FOUR_DIGIT_YEAR.test(event.at) &&
    details.length <= 2 * MAX_DETAILS &&
    texts.every((text) => text === sanitizeText(text));
  return isOwn && isSound ? event : null;
}

const OUTBOXES: Readonly<Record<AuditSource, string>> = {
  gateway: 'sessions.audit_outbox',
  ingest: 'ledger.audit_outbox',
  analytics: 'analytics.audit_outbox',
  reports: 'reports.audit_outbox',
};

/** Small, because every append waits while a page is written. */
const PAGE_SIZE = 200;

/**
 * Records all events in the outbox, so that one job clears a backlog and the other jobs find nothing to do.
 *
 * May run twice, even concurrently, because appending locks the end of the chain and skips recorded events. An event
 * leaves the outbox only after it is in the log.
 */
@Injectable()
@HandlesJob(RECORD_AUDIT_EVENT)
export class RecordAuditEventProcessor implements JobHandler<RecordAuditEventPayload> {
  constructor(
    private readonly database: DataSource,
    private readonly log: AuditLog,
  ) {}

  /** @throws AppError when the job's event is rejected, after the rest are recorded */
  async handle({ source, eventId }: RecordAuditEventPayload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const isWaiting = await hasRows(
      this.database,
      `SELECT FROM ${OUTBOXES[source]} WHERE id = $1
         AND NOT EXISTS (SELECT FROM auth.audit_events WHERE id = $1)`,
      [eventId],
    );
    if (!isWaiting) return;
    let refused: string | null = null;
    for await (const page of this.pages(source)) {
      if (signal.aborted) return;
      const trusted: AuditRow[] = [];
      for (const row of page) {
        const event = toTrustedRow(source, row);
        if (event !== null) trusted.push(event);
        else if (row['id'] === eventId) refused = String(row['action']);
      }
      await this.append(trusted);
    }
    if (refused !== null) throw new AppError('forbidden', `${source} may not record ${refused}`);
  }

  /** Oldest first, including events that are already in the log. Uses keyset paging, so that every page costs the same. */
  private async *pages(source: AuditSource): AsyncGenerator<Row[]> {
    let [at, id] = ['-infinity', '00000000-0000-0000-0000-000000000000'];
    for (;;) {
      const rows: Row[] = await this.database.query<Row[]>(
        `SELECT ${EVENT_COLUMNS}, at::text AS place FROM ${OUTBOXES[source]}
         WHERE (at, id) > ($1::timestamptz, $2::uuid) ORDER BY at, id LIMIT ${PAGE_SIZE}`,
        [at, id],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      [at, id] = [textOf(last, 'place'), textOf(last, 'id')];
    }
  }

  private async append(events: readonly AuditRow[]): Promise<void> {
    const known = await this.log.recordedIds(events, this.database.manager);
    const unknown = events.filter(({ id }) => !known.has(id));
    // Appending waits for a lock, so skip it when there is nothing to append.
    if (unknown.length === 0) return;
    await inTransaction(this.database, (manager) => this.log.appendRows(unknown, manager));
  }
}
