import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** What a deed did: how many alerts are others now, and what is to be written down of it. */
export interface Deed<Answer> {
  answer: Answer;
  changed: number;
  entries: readonly AuditEntry[];
}

/**
 * Frame of everything staff does with alerts: one transaction with its trail, then open browsers are told. That the risk of
 * members follows is noted by the table of alerts itself (see `create-list-figures.ts`).
 */
@Injectable()
export class Casework {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
    private readonly producer: JobProducer,
  ) {}

  async do<Answer>(actor: Actor, work: (manager: EntityManager) => Promise<Deed<Answer>>): Promise<Answer> {
    const { answer, changed } = await inTransaction(this.database, async (manager) => {
      const deed = await work(manager);
      await this.trail.recordAll(actor, deed.entries, manager);
      return deed;
    });
    // The deed is done; its answer does not wait for a queue.
    if (changed > 0) void this.producer.tell({ type: 'alerts.changed', alerts: changed });
    return answer;
  }
}

/** A deed that turned out to be none. */
export function nothingDone<Answer>(answer: Answer): Deed<Answer> {
  return { answer, changed: 0, entries: [] };
}
