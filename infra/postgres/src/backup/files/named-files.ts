import type { ClientBase } from 'pg';

/** Content hashes of all files that the tables name: of imports, undone ones too, and of documents. */
export async function namedUploads(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ digest: string }>(
    'SELECT digest FROM ledger.imports UNION SELECT file_name FROM ledger.parse_jobs ORDER BY 1',
  );
  return rows.map(({ digest }) => digest);
}

/** Documents that may have pictures of their pages. Those that are still being read are read anew. */
export async function readDocuments(client: ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM ledger.parse_jobs WHERE status NOT IN ('pending', 'processing') ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}
