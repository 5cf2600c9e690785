import { instantOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { StoredEvent } from './event-columns.ts';

/** Any number of its own within this database; held to the end of the transaction that appends. */
const APPEND_LOCK = 7_210_002;
/**
 * Between two statements of an append lie milliseconds. PostgreSQL takes the lock from a process that is frozen or cut
 * off: all who sign in wait behind it, each with a connection of the pool.
 */
const FROZEN_AFTER_MS = 8_000;

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
      [APPEND_LOCK, String(FROZEN_AFTER_MS)],
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
