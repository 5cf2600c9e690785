import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { TEST_SERVER_VARIABLE } from '../../testing/fresh-database.ts';

/** A database of the test server with nothing in it. */
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
