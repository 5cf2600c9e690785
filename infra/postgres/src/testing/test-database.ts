import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import {
  QUEUE_ROLE,
  ROLE_NAMES,
  roleDatabaseUrl,
  SCHEMA_OWNERS,
  type SchemaOwner,
} from '../schema-owners.ts';

/** Up to here deleting rows is cheaper than new files for a table and each of its indexes, which TRUNCATE makes. */
const FEW_BYTES = 4 * 2 ** 20;

/**
 * Empties tables and all that refer to them, as TRUNCATE CASCADE does. Of forty tables most are empty before a test and the
 * others hold a few rows: that takes two to four milliseconds, where TRUNCATE takes ten to forty.
 * @param owner a superuser: neither triggers nor references are looked at
 * @param options.ids from 1: those of new rows count anew
 */
export async function emptyTables(
  owner: Client,
  tables: readonly string[],
  { ids }: { ids: 'go on' | 'from 1' },
): Promise<void> {
  await owner.query(`
    DO $$
    DECLARE
      emptied regclass[] := ARRAY(
        WITH RECURSIVE named AS (
          SELECT unnest('{${tables.join(',')}}'::regclass[])::oid AS id
          UNION SELECT conrelid FROM pg_constraint JOIN named ON confrelid = named.id WHERE contype = 'f')
        SELECT id::regclass FROM named);
      each regclass;
      sequence regclass;
    BEGIN
      IF (SELECT max(pg_relation_size(id)) FROM unnest(emptied) AS t (id)) > ${FEW_BYTES} THEN
        EXECUTE 'TRUNCATE ' || array_to_string(emptied, ', ');
      ELSE
        SET LOCAL session_replication_role = replica;
        FOREACH each IN ARRAY emptied LOOP
          IF pg_relation_size(each) > 0 THEN EXECUTE format('DELETE FROM %s', each); END IF;
        END LOOP;
      END IF;
      IF ${ids === 'from 1'} THEN
        FOR sequence IN SELECT objid FROM pg_depend JOIN pg_class s ON s.oid = objid AND s.relkind = 'S'
          WHERE deptype IN ('a', 'i') AND refobjid = ANY (emptied::oid[]) LOOP
          PERFORM setval(sequence, (SELECT seqstart FROM pg_sequence WHERE seqrelid = sequence), false);
        END LOOP;
      END IF;
    END $$`);
}

/** Set by the test command: the owner's address on the test server, and the migrated database to copy. */
export const TEST_SERVER_VARIABLE = 'TEST_POSTGRES_URL';
export const TEST_TEMPLATE = 'clearwatch_template';
export const TEST_PASSWORDS = Object.fromEntries(ROLE_NAMES.map((role) => [role, 'only-for-tests']));

export interface TestDatabase {
  /** The migration owner, who may do everything. */
  ownerUrl: string;
  /** A service under its own role, with its own rights and no more. */
  urlFor(service: SchemaOwner['service']): string;
  queueUrl: string;
  drop(): Promise<void>;
}

/** A database of its own for one test file: a copy of the migrated template, made in some 30 ms where files are in memory. */
export async function createTestDatabase(): Promise<TestDatabase> {
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
    for (const { role, schema } of SCHEMA_OWNERS) {
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
    urlFor: (service) => roleDatabaseUrl(ownerUrl, roleOf(service), TEST_PASSWORDS),
    queueUrl: roleDatabaseUrl(ownerUrl, QUEUE_ROLE, TEST_PASSWORDS),
    drop: () =>
      onServer(
        server,
        async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      ),
  };
}

function roleOf(service: SchemaOwner['service']): string {
  return SCHEMA_OWNERS.find((owner) => owner.service === service)?.role ?? service;
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
