import { Client } from 'pg';
import { RESTORING } from '../../prepare-database.ts';
import { SCHEMAS } from './left-out.ts';

const OURS = [...SCHEMAS, 'queue', RESTORING];

/**
 * Marks a database as being restored into, so that nobody starts on half of it.
 * @throws Error when anything of Clearwatch is in it: a restore adds to nothing and overwrites nothing
 */
export async function claimEmptyDatabase(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT nspname AS name FROM pg_namespace WHERE nspname = ANY ($1) ORDER BY 1',
      [OURS],
    );
    if (rows.length > 0) {
      throw new Error(
        `The database is not empty (it has ${rows.map(({ name }) => name).join(', ')}): nothing was changed. Restore into an ` +
          'empty one: CREATE DATABASE and another DATABASE_URL, or in containers another COMPOSE_PROJECT_NAME.',
      );
    }
    // Fails for the second of two that try at once.
    await client.query(`CREATE SCHEMA ${RESTORING}`);
  });
}

/** What is restored is whole from here on. */
export async function releaseDatabase(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => void (await client.query(`DROP SCHEMA ${RESTORING}`)));
}

/** Takes away what a restore that failed has made; of a database that was claimed empty, so nothing else goes. */
export async function emptyAgain(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query(`DROP SCHEMA IF EXISTS ${OURS.join(', ')} CASCADE`);
  });
}

/**
 * Sees to it that the planner knows the tables and that indexes written in bulk are complete, as they were before; a restored
 * installation would otherwise be slow until the database has looked by itself.
 */
export async function tidy(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => void (await client.query('VACUUM (ANALYZE)')));
}

async function withClient(ownerUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'clearwatch-restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
