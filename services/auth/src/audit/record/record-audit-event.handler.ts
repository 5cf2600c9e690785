import { RECORD_AUDIT_EVENT, type RecordAuditEventPayload } from '@clearwatch/contracts/jobs/audit-jobs';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { HandlesJob, type JobHandler } from '@clearwatch/service-kit/jobs/job-handler';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditLog } from '../audit-log.service.ts';
import { OutboxRepository } from './outbox.repository.ts';

/** Others that wait are taken along: their own jobs then find nothing to do and need no turn at the chain's end. */
const TAKEN_TOGETHER = 200;

/** What only auth does; another service that says it did so is broken or not itself. */
const OWN_AREAS = new Set(['audit', 'key', 'admin', 'user', 'password', 'two_factor']);

/**
 * May run twice, also at the same time: appending leaves out what is in the log, and decides that while it holds the
 * end of the chain. An event that is gone from the outbox has been in the log before it left.
 */
@Injectable()
@HandlesJob(RECORD_AUDIT_EVENT)
export class RecordAuditEventHandler implements JobHandler<RecordAuditEventPayload> {
  constructor(
    private readonly database: DataSource,
    private readonly outboxes: OutboxRepository,
    private readonly log: AuditLog,
  ) {}

  async handle({ source, eventId }: RecordAuditEventPayload): Promise<void> {
    const rows = await this.outboxes.outstanding(source, eventId, TAKEN_TOGETHER);
    const believed = rows.filter(({ action }) => !OWN_AREAS.has(action.split('.')[0] ?? ''));
    if (believed.length > 0) {
      await inTransaction(this.database, (manager) => this.log.appendRows(believed, manager));
    }
    const refused = rows.find(({ id }) => id === eventId && !believed.some((row) => row.id === id));
    if (refused !== undefined) throw new Error(`${source} may not say ${refused.action}`);
  }
}
