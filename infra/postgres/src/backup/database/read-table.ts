import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { chunksOf } from '../archive/chunks.ts';
import { copyTarget, type Table } from './tables.ts';

/** Rows come one by one; together they take fewer steps. */
const PIECE_BYTES = 64 * 1024;

/** A table as COPY writes it in text, and how many rows that were when it has been read. */
export function readTable(
  client: ClientBase,
  table: Table,
): { content: AsyncIterable<Buffer>; rows: () => number } {
  const stream = client.query(copyTo(`COPY ${copyTarget(client, table)} TO STDOUT`));
  return {
    content: (async function* () {
      for await (const { chunk } of chunksOf(stream as AsyncIterable<Buffer>, PIECE_BYTES)) yield chunk;
    })(),
    rows: () => stream.rowCount ?? 0,
  };
}

/** SHA-256 of what `readTable` gives, hex. */
export async function digestOfTable(client: ClientBase, table: Table): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readTable(client, table).content) hash.update(piece);
  return hash.digest('hex');
}
