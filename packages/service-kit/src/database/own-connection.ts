import { Client } from 'pg';
import { KEEP_ALIVE } from './keep-alive.ts';

const CONNECT_TIMEOUT_MS = 5_000;

interface OwnConnection {
  url: string;
  /** As operators see the connection. */
  name: string;
}

/** Not yet connected; whoever asks for it connects and ends it. */
export function ownConnection({ url, name }: OwnConnection): Client {
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...KEEP_ALIVE,
  });
  // A broken connection fails the running query as well; unheard, this event would end the process.
  client.on('error', () => undefined);
  return client;
}

/**
 * A connection of its own, for work that takes longer than a pool should be kept waiting. When `signal` is aborted it is cut, and
 * whatever was not committed is undone; in the end it is closed.
 */
export async function onOwnConnection<T>(
  { signal, ...which }: OwnConnection & { signal?: AbortSignal },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const client = ownConnection(which);
  const cut = (): void => {
    client.connection.stream.destroy();
  };
  signal?.addEventListener('abort', cut, { once: true });
  try {
    await client.connect();
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', cut);
    // Ending the connection rolls back whatever was not committed.
    await client.end().catch(() => undefined);
  }
}
