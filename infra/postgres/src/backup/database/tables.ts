import type { ClientBase } from 'pg';
import { LEFT_OUT, SCHEMAS } from './left-out.ts';
import { inLoadingOrder } from './loading-order.ts';

export interface Table {
  /** With its schema: "ledger.imports". */
  name: string;
  /** Without those that the database computes. */
  columns: string[];
}

/**
 * Every table of the services that is backed up, those that others refer to first. Of a partitioned table these are its
 * partitions.
 */
export async function backedUpTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT n.nspname || '.' || c.relname AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relkind = 'r' AND n.nspname = ANY ($1)
      GROUP BY 1 ORDER BY 1`,
    [SCHEMAS],
  );
  const tables = rows.filter(({ name }) => !(name in LEFT_OUT));
  return inLoadingOrder(tables, await references(client));
}

async function references(client: ClientBase): Promise<{ from: string; to: string }[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `SELECT fn.nspname || '.' || f.relname AS from, tn.nspname || '.' || t.relname AS to
       FROM pg_constraint c
       JOIN pg_class f ON f.oid = c.conrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
       JOIN pg_class t ON t.oid = c.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
      WHERE c.contype = 'f' AND c.conrelid <> c.confrelid`,
  );
  return rows;
}

/** "ledger"."imports" ("id", "file_name"): names as SQL takes them, whatever they are. */
export function copyTarget(client: ClientBase, { name, columns }: Table): string {
  return `${quoted(client, name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
}

export function quoted(client: ClientBase, name: string): string {
  return name
    .split('.')
    .map((part) => client.escapeIdentifier(part))
    .join('.');
}
