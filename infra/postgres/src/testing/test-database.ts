import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { ROLE_NAMES, roleDatabaseUrl, SCHEMA_OWNERS, type SchemaOwner } from '../schema-owners.ts';

/** Up to this size, deleting rows is cheaper than TRUNCATE, which creates new files for a table and each index. */
const FEW_BYTES = 4 * 2 ** 20;

/**
 * Empties tables and all tables that refer to them, as TRUNCATE CASCADE does. Most of the forty tables are empty before
 * a test, and the rest hold a few rows: this takes 2 to 4 ms, TRUNCATE 10 to 40 ms.
 * @param owner a superuser, because triggers and foreign keys are skipped
 * @param options.ids 'from 1' restarts the sequences
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

/** Set by the test command to the owner's URL on the test server, where it also prepares the template to copy. */
export const TEST_SERVER_VARIABLE = 'TEST_POSTGRES_URL';
export const TEST_TEMPLATE = 'clearwatch_template';
export const TEST_PASSWORDS = Object.fromEntries(ROLE_NAMES.map((role) => [role, 'only-for-tests']));

export interface TestDatabase {
  /** Connects as the migration owner, which has all rights. */
  ownerUrl: string;
  /** Connects with one service's role and only its rights, to the service's tables and its queues. */
  urlFor(service: SchemaOwner['service']): string;
  drop(): Promise<void>;
}

/**
 * Creates a database for one test file by copying the migrated template, which takes about 30 ms when files are in
 * memory.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env[TEST_SERVER_VARIABLE];
  if (server === undefined) {
    throw new Error(`${TEST_SERVER_VARIABLE} is not set: run database tests through the test command in the README.`);
  }
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, async (client) => {
    // Copying needs exclusive use of the template, so concurrent test files take turns.
    await client.query('SELECT pg_advisory_lock(1)');
    // The default strategy copies through the write-ahead log and takes three times as long.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEST_TEMPLATE} STRATEGY FILE_COPY`);
    await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    for (const { role, schema } of SCHEMA_OWNERS) {
      await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${name} TO ${role}`);
      await client.query(`ALTER ROLE ${role} IN DATABASE ${name} SET search_path = ${schema}`);
    }
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  const ownerUrl = url.toString();
  return {
    ownerUrl,
    urlFor: (service) => roleDatabaseUrl(ownerUrl, roleOf(service), TEST_PASSWORDS),
    drop: () =>
      onServer(server, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
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
