import { plainSession } from '../database/plain-session.ts';
import { digestOfTable } from '../database/read-table.ts';
import { sequencesOf } from '../database/sequences.ts';
import { backedUpTables } from '../database/tables.ts';

/** What a comparison of two databases needs: of every table that is backed up, its rows and their digest. */
export async function tableStates(ownerUrl: string): Promise<Record<string, string>> {
  const client = await plainSession(ownerUrl, 'test');
  try {
    const states: Record<string, string> = {};
    for (const table of await backedUpTables(client)) {
      const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table.name}`);
      states[table.name] = `${rows[0]?.count} rows, ${await digestOfTable(client, table)}`;
    }
    for (const { name, lastValue, isCalled } of await sequencesOf(client))
      states[name] = `${lastValue} ${isCalled}`;
    return states;
  } finally {
    await client.end();
  }
}
