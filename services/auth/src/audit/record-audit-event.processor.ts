import { AUDIT_ACTIONS } from '@clearwatch/contracts/audit-events';
import {
  type AuditSource,
  RECORD_AUDIT_EVENT,
  type RecordAuditEventPayload,
} from '@clearwatch/contracts/jobs.dto';
import { type AuditRow, sanitizeText } from '@clearwatch/service-kit/audit/audit-outbox';
import { booleanOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EVENT_COLUMNS, toEventRow } from './audit-chain.ts';
import { AuditChainRepository, AuditLog } from './audit-log.service.ts';

/** A clock may be wrong; a year of more or fewer digits is no clock's. */
const FOUR_DIGIT_YEAR = /^[12]\d{3}-/;
const MAX_DETAILS = 50;

/**
 * An event out of another service's outbox, which that service's role may fill as it likes.
 * @returns null when it is not its to say, or holds what our own code never writes: it might fit into no page, index
 * or line, and would keep every other event from the log
 */
function toTrustedRow(source: AuditSource, row: Row): AuditRow | null {
  const event = validRowOrNull(row);
  if (event === null) return null;
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

function validRowOrNull(row: Row): AuditRow | null {
  try {
    return toEventRow(row);
  } catch {
    return null;
  }
}

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

/**
 * Takes the event and whatever else waits in the same outbox: the jobs of the others then find nothing to do, and what
 * has piled up while auth was away is taken at once.
 *
 * May run twice, also at the same time: appending leaves out what is in the log, and decides that while it holds the
 * end of the chain. An event that is gone from the outbox has been in the log before it left.
 */
@Injectable()
@HandlesJob(RECORD_AUDIT_EVENT)
export class RecordAuditEventProcessor implements JobHandler<RecordAuditEventPayload> {
  constructor(
    private readonly database: DataSource,
    private readonly outboxes: OutboxRepository,
    private readonly chain: AuditChainRepository,
    private readonly log: AuditLog,
  ) {}

  /** @throws AppError for an event that is not believed; the others are taken all the same */
  async handle(
    { source, eventId }: RecordAuditEventPayload,
    { signal }: Pick<JobRun, 'signal'>,
  ): Promise<void> {
    if (!(await this.outboxes.isWaiting(source, eventId))) return;
    let refused: string | null = null;
    for await (const page of this.outboxes.pages(source)) {
      // The outbox is the truth: what is left in it is asked for again.
      if (signal.aborted) return;
      const believed: AuditRow[] = [];
      for (const row of page) {
        const event = toTrustedRow(source, row);
        if (event !== null) believed.push(event);
        else if (row['id'] === eventId) refused = String(row['action']);
      }
      await this.take(believed);
    }
    if (refused !== null) throw new AppError('forbidden', `${source} may not say ${refused}`);
  }

  private async take(events: readonly AuditRow[]): Promise<void> {
    const ids = events.map(({ id }) => id);
    const known = await this.chain.recorded(ids, this.database.manager);
    const unknown = events.filter(({ id }) => !known.has(id));
    // Not for nothing: to append is to wait for the end of the chain.
    if (unknown.length === 0) return;
    await inTransaction(this.database, (manager) => this.log.appendRows(unknown, manager));
  }
}
