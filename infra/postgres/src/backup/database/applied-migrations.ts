import type { ClientBase } from 'pg';
import { MIGRATIONS_OF } from '../../migrations-of.ts';
import { OWNERS } from '../../owners.ts';
import { quoted } from './tables.ts';

/** Names by schema, in the order in which they ran. @throws Error when the database holds no installation */
export async function appliedMigrations(client: ClientBase): Promise<Record<string, string[]>> {
  const applied: Record<string, string[]> = {};
  for (const { schema } of OWNERS) {
    const there = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
      `${schema}.migrations`,
    ]);
    if (there.rows[0]?.there !== true) {
      throw new Error(
        'There is no complete installation in this database: tables of Clearwatch are missing.',
      );
    }
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM ${quoted(client, `${schema}.migrations`)} ORDER BY id`,
    );
    applied[schema] = rows.map(({ name }) => name);
  }
  return applied;
}

/**
 * Migrations that an archive was made with and this program does not know. None means that it can be restored: what the program
 * knows beyond the archive is run on the restored rows.
 */
export function unknownMigrations(ofArchive: Readonly<Record<string, readonly string[]>>): string[] {
  const known = new Map(
    OWNERS.map(({ schema, service }) => [schema, new Set(MIGRATIONS_OF[service].map(({ name }) => name))]),
  );
  return Object.entries(ofArchive).flatMap(([schema, names]) =>
    names.filter((name) => known.get(schema)?.has(name) !== true).map((name) => `${schema}.${name}`),
  );
}
