import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-entry';
import { type AuditRow, toAuditRow } from '@clearwatch/service-kit/audit/audit-row';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuthEnvironment } from '../environment.ts';
import { AuditChainRepository, type AuditHead } from './audit-chain.repository.ts';
import { AuditKeys } from './audit-keys.ts';
import { canonicalHead, canonicalText, GENESIS } from './canonical-text.ts';
import type { StoredEvent } from './event-columns.ts';

/** Appends to the audit log: each event is hashed together with the hash of the one before it. */
@Injectable()
export class AuditLog {
  private readonly keys: AuditKeys;

  constructor(
    private readonly chain: AuditChainRepository,
    @Inject(ENVIRONMENT) environment: Pick<AuthEnvironment, 'AUDIT_KEYS'>,
  ) {
    this.keys = new AuditKeys(environment.AUDIT_KEYS);
  }

  /**
   * Writes down what `manager`'s transaction does. To be called last in it: the chain has one end, and everybody who
   * appends waits for whoever holds it.
   */
  async append(actor: Actor, entry: AuditEntry, manager: EntityManager): Promise<void> {
    await this.appendRows([toAuditRow(actor, entry)], manager);
  }

  /** Events as they were written elsewhere. One that is in the log already is left out: a job may run twice. */
  async appendRows(rows: readonly AuditRow[], manager: EntityManager): Promise<void> {
    const { now, head } = await this.chain.takeEnd(manager);
    const known = await this.chain.recorded(
      rows.map(({ id }) => id),
      manager,
    );
    let end = head;
    const events: StoredEvent[] = [];
    for (const row of rows.filter(({ id }) => !known.has(id))) {
      const event = this.following(end, row, now);
      events.push(event);
      end = event;
    }
    if (end === null || events.length === 0) return;
    await this.chain.insert(events, manager);
    const { seq, hash, recordedAt } = end;
    const keyed = { seq, hash, recordedAt, keyId: this.keys.currentId };
    await this.chain.moveEnd({ ...keyed, mac: this.keys.mac(canonicalHead(keyed)) }, manager);
  }

  private following(end: AuditHead | null, row: AuditRow, now: string): StoredEvent {
    const event = {
      ...row,
      seq: (end?.seq ?? 0) + 1,
      // A clock that is set back must not put an event into a month that is sealed.
      recordedAt: end !== null && end.recordedAt > now ? end.recordedAt : now,
      previousHash: end?.hash ?? GENESIS,
      keyId: this.keys.currentId,
    };
    return { ...event, hash: this.keys.mac(canonicalText(event)) };
  }
}
