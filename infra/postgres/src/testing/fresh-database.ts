import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { OWNERS, type Owner, QUEUE_ROLE } from '../owners.ts';
import { addressFor, ROLE_NAMES } from '../role-address.ts';

/** Set by the test command: the owner's address on the test server, and the migrated database to copy. */
export const TEST_SERVER_VARIABLE = 'TEST_POSTGRES_URL';
export const TEST_TEMPLATE = 'clearwatch_template';
export const TEST_PASSWORDS = Object.fromEntries(ROLE_NAMES.map((role) => [role, 'only-for-tests']));

export interface FreshDatabase {
  /** The migration owner, who may do everything. */
  ownerUrl: string;
  /** A service under its own role, with its own rights and no more. */
  urlFor(service: Owner['service']): string;
  queueUrl: string;
  drop(): Promise<void>;
}

/** A database of its own for one test file: a copy of the migrated template, made in some 30 ms where files are in memory. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = process.env[TEST_SERVER_VARIABLE];
  if (server === undefined) {
    throw new Error(
      `${TEST_SERVER_VARIABLE} is not set: run database tests through the test command of the README.`,
    );
  }
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, async (client) => {
    // Copying needs the template to itself: two files that start at once take turns.
    await client.query('SELECT pg_advisory_lock(1)');
    // File by file: through the write-ahead log, as is usual, takes thrice as long.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEST_TEMPLATE} STRATEGY FILE_COPY`);
    await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    for (const { role, schema } of OWNERS) {
      await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${name} TO ${role}`);
      await client.query(`ALTER ROLE ${role} IN DATABASE ${name} SET search_path = ${schema}`);
    }
    await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${QUEUE_ROLE}`);
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  const ownerUrl = url.toString();
  return {
    ownerUrl,
    urlFor: (service) => addressFor(ownerUrl, roleOf(service), TEST_PASSWORDS),
    queueUrl: addressFor(ownerUrl, QUEUE_ROLE, TEST_PASSWORDS),
    drop: () =>
      onServer(
        server,
        async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      ),
  };
}

function roleOf(service: Owner['service']): string {
  return OWNERS.find((owner) => owner.service === service)?.role ?? service;
}

async function onServer(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
