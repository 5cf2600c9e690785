import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { TEST_SERVER_VARIABLE } from '../../testing/test-database.ts';
import { backedUpTables, digestOfTable, openBackupSession, sequencesOf } from '../backup-tables.ts';

/** An empty database on the test server. */
export async function emptyDatabase(): Promise<{ ownerUrl: string; drop: () => Promise<void> }> {
  const server = process.env[TEST_SERVER_VARIABLE] ?? '';
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    ownerUrl: url.toString(),
    drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** For comparing two databases: the row count and digest of every backed-up table, and the sequences. */
export async function tableStates(ownerUrl: string): Promise<Record<string, string>> {
  const client = await openBackupSession(ownerUrl, 'test');
  try {
    const states: Record<string, string> = {};
    for (const table of await backedUpTables(client)) {
      const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table.name}`);
      states[table.name] = `${rows[0]?.count} rows, ${await digestOfTable(client, table)}`;
    }
    for (const { name, lastValue, isCalled } of await sequencesOf(client)) states[name] = `${lastValue} ${isCalled}`;
    return states;
  } finally {
    await client.end();
  }
}
