import { type Row, textOf } from '@clearwatch/service-kit/database/row';
import type { Client } from 'pg';
import { STORED_EVENT_COLUMNS } from '../event-columns.ts';
import { type AuditSeal, SEAL_COLUMNS } from '../seal/audit-seal.ts';
import type { KeyedHead } from './chain-walk.ts';
import { readHead, readSeal } from './readable.ts';

/** Rows in memory at a time. */
const PAGE = 1_000;

/** Reads the chain within a snapshot, whatever its length; throws UnreadableRow for what nobody can read. */
export class ChainReader {
  constructor(private readonly client: Pick<Client, 'query'>) {}

  async head(): Promise<KeyedHead | null> {
    const { rows } = await this.client.query<Row>(
      'SELECT seq, hash, recorded_at, key_id, mac FROM auth.audit_head',
    );
    const [row] = rows;
    return row === undefined ? null : readHead(row);
  }

  /** Oldest first. */
  async seals(): Promise<AuditSeal[]> {
    const { rows } = await this.client.query<Row>(
      `SELECT ${SEAL_COLUMNS} FROM auth.audit_seals s ORDER BY s.month`,
    );
    return rows.map(readSeal);
  }

  /** First days of the months whose events are gone for good. */
  async expiredMonths(): Promise<ReadonlySet<string>> {
    const { rows } = await this.client.query<Row>('SELECT month::text FROM auth.audit_expiries');
    return new Set(rows.map((row) => textOf(row, 'month')));
  }

  /** Pages of rows behind `from`, or all of them; by key, so that the millionth costs what the first costs. */
  async *pages(from?: number): AsyncGenerator<Row[]> {
    let after: string | null = from === undefined ? null : String(from);
    for (;;) {
      const { rows }: { rows: Row[] } = await this.client.query<Row>(
        `SELECT ${STORED_EVENT_COLUMNS} FROM auth.audit_events
         WHERE $1::bigint IS NULL OR seq > $1 ORDER BY seq LIMIT ${PAGE}`,
        [after],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = String(last['seq']);
    }
  }
}
