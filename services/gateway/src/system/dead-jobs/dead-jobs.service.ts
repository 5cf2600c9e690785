import type { FailedJob } from '@clearwatch/contracts/http/failed-jobs';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { type DeadJob, DeadJobs, type JobAddress } from '@clearwatch/service-kit/jobs/dead-jobs';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { QUEUE_WORDS } from '../queue-words.ts';
import { reasonWords } from './reason-words.ts';

/** What admins do about work that was given up; each act is in the audit log. */
@Injectable()
export class DeadJobsService {
  constructor(
    private readonly database: DataSource,
    private readonly jobs: DeadJobs,
    private readonly trail: AuditTrail,
  ) {}

  async list(): Promise<FailedJob[]> {
    const dead = await this.jobs.list().catch(queueAway);
    return dead.map(toFailedJob);
  }

  async retry(actor: Actor, address: JobAddress): Promise<void> {
    await this.act(actor, { action: 'job.retried', address }, () => this.jobs.retry(address));
  }

  async discard(actor: Actor, address: JobAddress): Promise<void> {
    await this.act(actor, { action: 'job.discarded', address }, () => this.jobs.discard(address));
  }

  /** The queue is asked last: what it refuses, or cannot be reached for, is not written down. */
  private async act(
    actor: Actor,
    { action, address }: { action: 'job.retried' | 'job.discarded'; address: JobAddress },
    work: () => Promise<void>,
  ): Promise<void> {
    const { queue, id } = address;
    await inTransaction(this.database, async (manager) => {
      await this.trail.record(actor, { action, subject: { type: 'job', id }, detail: { queue } }, manager);
      await work().catch(queueAway);
    });
  }
}

function toFailedJob({ queue, id, name, attempts, reason, failedAt }: DeadJob): FailedJob {
  return {
    queue,
    title: QUEUE_WORDS[queue].title,
    id,
    name,
    attempts,
    reason: reasonWords(reason),
    failedAt: failedAt.toISOString(),
  };
}

function queueAway(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw new AppError('unavailable', 'The work queue does not answer at the moment. Please try again.', {
    cause: error,
    retryAfterSeconds: 5,
  });
}
