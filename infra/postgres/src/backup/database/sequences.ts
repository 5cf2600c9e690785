import type { ClientBase } from 'pg';
import type { Sequence } from '../archive/entry.ts';
import { SCHEMAS } from './left-out.ts';
import { quoted } from './tables.ts';

/**
 * How far every sequence has counted. Sequences know no snapshots: read after the rows of one were fixed, they are as far as those
 * rows or further, which leaves a gap and never gives a number twice.
 */
export async function sequencesOf(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'S' AND n.nspname = ANY ($1)
        AND NOT EXISTS (SELECT FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid
              WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND t.relname = 'migrations')
      ORDER BY 1`,
    [SCHEMAS],
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const found = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value AS last, is_called AS called FROM ${quoted(client, name)}`,
    );
    const [row] = found.rows;
    if (row !== undefined) sequences.push({ name, lastValue: row.last, isCalled: row.called });
  }
  return sequences;
}

export async function setSequences(client: ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('SELECT setval($1::regclass, $2, $3)', [quoted(client, name), lastValue, isCalled]);
  }
}
