import { ERROR_CODES, type ErrorCode } from '@clearwatch/contracts/error-codes';
import type { FailedJob } from '@clearwatch/contracts/system-status.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { type JobAddress, QueueInspector } from '@clearwatch/service-kit/jobs/queue-inspection';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { QUEUE_TEXTS } from './system-problems.ts';

const SEE_LOG = 'see the service log, which contains the job ID';

const REASON_TEXTS: Partial<Record<ErrorCode, string>> = {
  unavailable: 'A service it depends on did not respond during any attempt.',
  insufficient_storage: 'The disk was full.',
  internal: `Internal error; ${SEE_LOG}.`,
};

/** @param reason `<code> in <job>` from our own handlers, otherwise a message from the queue */
export function failureReason(reason: string): string {
  const [code = ''] = reason.split(' in ');
  if (Object.hasOwn(ERROR_CODES, code))
    return REASON_TEXTS[code as ErrorCode] ?? `Its input was rejected (${code}); ${SEE_LOG}.`;
  if (reason.startsWith('job stalled')) return 'Every worker that ran it crashed or stalled.';
  if (reason.startsWith('The payload of')) return 'The queued data does not match this version of Clearwatch.';
  if (reason.startsWith('This version knows no job'))
    return 'This version of Clearwatch does not have this type of job.';
  return `Unknown reason; ${SEE_LOG}.`;
}

@Injectable()
export class FailedJobsService {
  constructor(
    private readonly database: DataSource,
    private readonly queues: QueueInspector,
    private readonly trail: AuditTrail,
  ) {}

  async list(): Promise<FailedJob[]> {
    const failed = await this.queues.failedJobs();
    return failed.map((job) => ({
      ...job,
      title: QUEUE_TEXTS[job.queue].title,
      reason: failureReason(job.reason),
      failedAt: job.failedAt.toISOString(),
    }));
  }

  /** Calls the queue last, so that its failure rolls back the audit event. */
  async act(actor: Actor, verb: 'retry' | 'discard', address: JobAddress): Promise<void> {
    const action = verb === 'retry' ? 'job.retried' : 'job.discarded';
    const { queue, id } = address;
    await inTransaction(this.database, async (manager) => {
      await this.trail.record(actor, { action, subject: { type: 'job', id }, detail: { queue } }, manager);
      await this.queues[verb](address);
    });
  }
}
