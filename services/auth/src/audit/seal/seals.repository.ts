import { SOMETHING_IS_HELD } from '@clearwatch/contracts/retention/holds.sql';
import { booleanOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type AuditSeal, SEAL_COLUMNS, toSeal } from './audit-seal.ts';

/** Advisory lock of whoever seals or expires; any number of its own within this database. */
const SEALING_LOCK = 7_210_004;

@Injectable()
export class SealsRepository {
  constructor(private readonly database: DataSource) {}

  /** How far the chain goes, null while it is empty. */
  async head(): Promise<{ seq: number; hash: string } | null> {
    const [row] = await this.database.query<Row[]>('SELECT seq, hash FROM auth.audit_head');
    return row === undefined ? null : { seq: integerOf(row, 'seq'), hash: textOf(row, 'hash') };
  }

  async newest(manager: EntityManager): Promise<AuditSeal | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${SEAL_COLUMNS} FROM auth.audit_seals s ORDER BY s.month DESC LIMIT 1`,
    );
    return row === undefined ? null : toSeal(row);
  }

  /** Sealed months whose events are still kept, as their first days, oldest first. */
  async keptMonths(): Promise<string[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT month::text FROM auth.audit_seals s
       WHERE NOT EXISTS (SELECT 1 FROM auth.audit_expiries e WHERE e.month = s.month) ORDER BY s.month`,
    );
    return rows.map((row) => textOf(row, 'month'));
  }

  /** Whether there are events of months before `month` behind the newest seal. */
  async hasUnsealedBefore(month: string): Promise<boolean> {
    const rows = await this.database.query<Row[]>(
      `SELECT recorded_at < $1::date::timestamp AT TIME ZONE 'UTC' AS is_before FROM auth.audit_events
       WHERE seq > coalesce((SELECT max(last_seq) FROM auth.audit_seals), 0) ORDER BY seq LIMIT 1`,
      [month],
    );
    return rows[0]?.['is_before'] === true;
  }

  /** Whether events of `month` stand behind `seq`: the month has grown since it was looked through. */
  async hasGrown(month: string, seq: number, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `SELECT 1 FROM auth.audit_events
       WHERE seq = $2 + 1 AND recorded_at < ($1::date + interval '1 month') AT TIME ZONE 'UTC'`,
      [month, seq],
    );
    return rows.length > 0;
  }

  /** Whether the log says that `month` was sealed, whatever became of the seal. */
  async wasSealed(month: string, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      "SELECT 1 FROM auth.audit_events WHERE action = 'audit.sealed' AND subject_id = $1 LIMIT 1",
      [month.slice(0, 7)],
    );
    return rows.length > 0;
  }

  async insert(seal: AuditSeal, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO auth.audit_seals (month, first_seq, last_seq, events, previous_hash, last_hash, sealed_at,
         previous_seal, key_id, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        seal.month,
        seal.firstSeq,
        seal.lastSeq,
        seal.events,
        seal.previousHash,
        seal.lastHash,
        seal.sealedAt,
        seal.previousSeal,
        seal.keyId,
        seal.mac,
      ],
    );
  }

  /** Whose events are held nobody can tell: while a hold stands all of them are. */
  async isAnythingHeld(manager: EntityManager = this.database.manager): Promise<boolean> {
    const [row = {}] = await manager.query<Row[]>(`SELECT ${SOMETHING_IS_HELD} AS held`);
    return booleanOf(row, 'held');
  }

  /** Waits for other workers that seal or expire, to the end of the transaction. */
  async takeTurn(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [SEALING_LOCK]);
  }

  /** @returns how many events left, null when they had left before */
  async expire(month: string, manager: EntityManager): Promise<number | null> {
    const done = await manager.query<Row[]>('SELECT 1 FROM auth.audit_expiries WHERE month = $1', [month]);
    if (done.length > 0) return null;
    await manager.query("SET LOCAL statement_timeout = '10min'");
    const [row] = await manager.query<Row[]>('SELECT auth.expire_audit_month($1) AS deleted', [month]);
    return integerOf(row ?? {}, 'deleted');
  }
}
