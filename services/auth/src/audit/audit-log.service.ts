import { type AuditEntry, type AuditRow, toAuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { instantOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuthEnvironment } from '../auth-environment.ts';
import { AuditKeys, canonicalHead, canonicalText, GENESIS, type StoredEvent } from './audit-chain.ts';

/** Any number of its own within this database; held to the end of the transaction that appends. */
const APPEND_LOCK = 7_210_002;
/**
 * Between two statements of an append lie milliseconds. PostgreSQL takes the lock from a process that is frozen or cut
 * off: all who sign in wait behind it, each with a connection of the pool.
 */
const APPEND_TIMEOUT_MS = 8_000;

/** How far the chain goes. */
export interface AuditHead {
  seq: number;
  hash: string;
  /** ISO 8601. */
  recordedAt: string;
}

@Injectable()
export class AuditChainRepository {
  /** Waits for its turn at the end of the chain and keeps it until the transaction ends. */
  async takeEnd(manager: EntityManager): Promise<{ now: string; head: AuditHead | null }> {
    await manager.query(
      "SELECT set_config('idle_in_transaction_session_timeout', $2, true), pg_advisory_xact_lock($1)",
      [APPEND_LOCK, String(APPEND_TIMEOUT_MS)],
    );
    // The lock first: a statement sees what was committed before it began. Milliseconds, as JavaScript keeps them.
    const [clock] = await manager.query<Row[]>(
      "SELECT date_trunc('milliseconds', clock_timestamp()) AS now, h.seq, h.hash, h.recorded_at FROM (SELECT 1) one LEFT JOIN auth.audit_head h ON true",
    );
    const row = clock ?? {};
    const head =
      row['seq'] === null
        ? null
        : {
            seq: integerOf(row, 'seq'),
            hash: textOf(row, 'hash'),
            recordedAt: instantOf(row, 'recorded_at'),
          };
    return { now: instantOf(row, 'now'), head };
  }

  /** Which of these events are in the log. */
  async recorded(ids: readonly string[], manager: EntityManager): Promise<ReadonlySet<string>> {
    const rows = await manager.query<Row[]>(
      'SELECT id::text FROM auth.audit_events WHERE id = ANY($1::uuid[])',
      [ids],
    );
    return new Set(rows.map((row) => textOf(row, 'id')));
  }

  /** In one statement: everybody who appends waits meanwhile. */
  async insert(events: readonly StoredEvent[], manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO auth.audit_events (seq, id, at, recorded_at, actor_id, actor_name, actor_role, address, request_id,
         action, subject_type, subject_id, subject_label, detail, previous_hash, key_id, hash)
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS event(seq bigint, id uuid, at timestamptz,
         "recordedAt" timestamptz, "actorId" integer, "actorName" text, "actorRole" text, address text,
         "requestId" text, action text, "subjectType" text, "subjectId" text, "subjectLabel" text, detail jsonb,
         "previousHash" text, "keyId" text, hash text)`,
      [JSON.stringify(events)],
    );
  }

  async moveEnd(head: AuditHead & { keyId: string; mac: string }, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO auth.audit_head (seq, hash, recorded_at, key_id, mac) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET
         seq = excluded.seq, hash = excluded.hash, recorded_at = excluded.recorded_at, key_id = excluded.key_id,
         mac = excluded.mac`,
      [head.seq, head.hash, head.recordedAt, head.keyId, head.mac],
    );
  }
}

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
