import { Injectable } from '@nestjs/common';
import type { Actor } from '../identity/actor.ts';
import type { AuditEntry } from './audit-entry.ts';
import { AuditRelay } from './audit-relay.service.ts';
import { toAuditRow } from './audit-row.ts';
import { insertIntoOutbox, type Transaction } from './insert-into-outbox.ts';

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
    await insertIntoOutbox(
      transaction,
      this.relay.outbox,
      entries.map((entry) => toAuditRow(actor, entry)),
    );
    this.relay.wake();
  }
}
