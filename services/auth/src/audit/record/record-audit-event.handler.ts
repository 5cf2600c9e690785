import { RECORD_AUDIT_EVENT, type RecordAuditEventPayload } from '@clearwatch/contracts/jobs/audit-jobs';
import type { AuditRow } from '@clearwatch/service-kit/audit/audit-row';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditChainRepository } from '../audit-chain.repository.ts';
import { AuditLog } from '../audit-log.service.ts';
import { toBelievable } from './believable.ts';
import { OutboxRepository } from './outbox.repository.ts';

/**
 * Takes the event and whatever else waits in the same outbox: the jobs of the others then find nothing to do, and what
 * has piled up while auth was away is taken at once.
 *
 * May run twice, also at the same time: appending leaves out what is in the log, and decides that while it holds the
 * end of the chain. An event that is gone from the outbox has been in the log before it left.
 */
@Injectable()
@HandlesJob(RECORD_AUDIT_EVENT)
export class RecordAuditEventHandler implements JobHandler<RecordAuditEventPayload> {
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
        const event = toBelievable(source, row);
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
