import { type AuditEntry, type AuditRow, toAuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import { ChainKeys } from '@clearwatch/service-kit/audit/chain-keys';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { insertRows, queryTexts, type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { instantOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { lockRow } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UserEntity } from '../accounts/user.entity.ts';
import type { AuthEnvironment } from '../auth-environment.ts';
import { canonicalHead, canonicalText, GENESIS, type StoredEvent } from './audit-chain.ts';

/** After this time PostgreSQL releases a lock held by a frozen or disconnected process: every sign-in waits for it. */
const APPEND_TIMEOUT_MS = 8_000;
/** A request that waits longer fails with 503. */
const LOCK_TIMEOUT_MS = 20_000;

export const HEAD = new RowReader({ integer: ['seq'], text: ['hash'], instant: ['recordedAt'] });
export type AuditHead = ReadRow<typeof HEAD>;

export function userSubject({ id, username }: Pick<UserEntity, 'id' | 'username'>) {
  return { type: 'user', id, label: username } as const;
}

/** Hashes each event together with the hash of the previous event. */
@Injectable()
export class AuditLog {
  private readonly keys: ChainKeys;

  constructor(@Inject(ENVIRONMENT) environment: Pick<AuthEnvironment, 'AUDIT_KEYS'>) {
    this.keys = new ChainKeys(environment.AUDIT_KEYS);
  }

  /** Call this last in the transaction of `manager`, because every other append waits until it ends. */
  async append(actor: Actor, entry: AuditEntry, manager: EntityManager): Promise<void> {
    await this.appendRows([toAuditRow(actor, entry)], manager);
  }

  /** Skips events that are already in the log, because a job may run twice. */
  async appendRows(rows: readonly AuditRow[], manager: EntityManager): Promise<void> {
    const { now, head } = await this.lockEnd(manager);
    const known = await this.recordedIds(rows, manager);
    const keyId = this.keys.currentId;
    let end = head;
    const events: StoredEvent[] = [];
    for (const row of rows.filter(({ id }) => !known.has(id))) {
      const event = {
        ...row,
        seq: (end?.seq ?? 0) + 1,
        // Even if the clock was set back, the event must not fall into a sealed month.
        recordedAt: end !== null && end.recordedAt > now ? end.recordedAt : now,
        previousHash: end?.hash ?? GENESIS,
        keyId,
      };
      end = { ...event, hash: this.keys.mac(canonicalText(event)) };
      events.push({ ...event, hash: end.hash });
    }
    if (end === null || events.length === 0) return;
    // One statement, because every other append waits for it.
    await insertRows(manager, 'auth.audit_events', events);
    const { seq, hash, recordedAt } = end;
    await manager.query(
      `INSERT INTO auth.audit_head (seq, hash, recorded_at, key_id, mac) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET
         seq = excluded.seq, hash = excluded.hash, recorded_at = excluded.recorded_at, key_id = excluded.key_id,
         mac = excluded.mac`,
      [seq, hash, recordedAt, keyId, this.keys.mac(canonicalHead({ seq, hash, recordedAt, keyId }))],
    );
  }

  /** Waits for other appends and locks the end of the chain until the transaction ends. */
  async lockEnd(manager: EntityManager): Promise<{ now: string; head: AuditHead | null }> {
    await manager.query(
      "SELECT set_config('idle_in_transaction_session_timeout', $1, true), set_config('lock_timeout', $2, true)",
      [String(APPEND_TIMEOUT_MS), String(LOCK_TIMEOUT_MS)],
    );
    await lockRow(manager, { schema: 'auth', name: 'audit log' });
    // A separate statement sees what was committed before the lock was granted. Milliseconds, as in JavaScript.
    const [row = {}] = await manager.query<Row[]>(
      "SELECT date_trunc('milliseconds', clock_timestamp()) AS now, h.seq, h.hash, h.recorded_at FROM (SELECT 1) one LEFT JOIN auth.audit_head h ON true",
    );
    return { now: instantOf(row, 'now'), head: row['seq'] === null ? null : HEAD.read(row) };
  }

  async recordedIds(events: readonly AuditRow[], manager: EntityManager): Promise<ReadonlySet<string>> {
    const ids = events.map(({ id }) => id);
    const sql = 'SELECT id::text FROM auth.audit_events WHERE id = ANY($1::uuid[])';
    return new Set(await queryTexts(manager, sql, [ids]));
  }
}
