import { Injectable } from '@nestjs/common';
import type { Actor } from '../identity/actor.ts';
import type { AuditEntry } from './audit-entry.ts';
import { AuditRelay } from './audit-relay.service.ts';
import { toAuditRow } from './audit-row.ts';

/** A TypeORM manager or a node-postgres client within a transaction. */
interface Transaction {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** Writes down what a service does. Not for auth, which owns the log and appends to it directly. */
@Injectable()
export class AuditTrail {
  constructor(private readonly relay: AuditRelay) {}

  /**
   * @param transaction the one that does what the entry describes: both are kept or neither
   */
  async record(actor: Actor, entry: AuditEntry, transaction: Transaction): Promise<void> {
    await this.recordAll(actor, [entry], transaction);
  }

  /** Several events of one transaction, in one statement. */
  async recordAll(actor: Actor, entries: readonly AuditEntry[], transaction: Transaction): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map((entry) => toAuditRow(actor, entry));
    await transaction.query(
      `INSERT INTO ${this.relay.outbox} (id, at, actor_id, actor_name, actor_role, address, request_id, action,
         subject_type, subject_id, subject_label, detail)
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS row(id uuid, at timestamptz, "actorId" integer, "actorName" text,
         "actorRole" text, address text, "requestId" text, action text, "subjectType" text, "subjectId" text,
         "subjectLabel" text, detail jsonb)`,
      [JSON.stringify(rows)],
    );
    this.relay.wake();
  }
}
