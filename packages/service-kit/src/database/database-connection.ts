import { setTimeout as pause } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { Client, type Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { isDatabaseStarting, refusesConnections } from './database-errors.ts';

/** While the database refuses connections, one attempt is made this often, whoever asks for one. */
const RETRY_AFTER_MS = 500;
/** An attempt that takes longer than this no longer keeps the other callers from trying. */
const ATTEMPT_TIMEOUT_MS = 10_000;

/**
 * Fails at once while the database is known to refuse connections, instead of opening another one: a server that recovers from a
 * crash starts a process for each attempt, only to refuse it. The first caller after half a second tries again for all.
 */
export class ConnectionCircuitBreaker {
  private refusal: { reason: Error; at: number } | null = null;
  private attemptedAt: number | null = null;

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws Error of `open`, or one with the same code when the database has just refused somebody else */
  async pass(open: () => Promise<unknown>): Promise<void> {
    const { refusal } = this;
    if (refusal !== null) {
      const isTrying = this.attemptedAt !== null && this.now() - this.attemptedAt < ATTEMPT_TIMEOUT_MS;
      if (isTrying || this.now() - refusal.at < RETRY_AFTER_MS) throw copyRefusal(refusal.reason);
      this.attemptedAt = this.now();
    }
    try {
      await open();
      this.refusal = null;
    } catch (error) {
      if (error instanceof Error && refusesConnections(error))
        this.refusal = { reason: error, at: this.now() };
      // Another reason, say a wrong password: every caller shall learn it from the database.
      else this.refusal = null;
      throw error;
    } finally {
      if (refusal !== null) this.attemptedAt = null;
    }
  }
}

function copyRefusal(reason: Error): Error {
  const what = isDatabaseStarting(reason) ? 'is starting or recovering' : 'refuses connections';
  return Object.assign(new Error(`The database ${what}`, { cause: reason }), {
    code: 'code' in reason ? reason.code : undefined,
  });
}

/**
 * The class of connections for a pool (its option `Client`), whose attempts all pass one gate.
 * @param failureDelayMs pause before a failed attempt is reported, for callers that try again at once
 */
export function clientWithCircuitBreaker(
  gate = new ConnectionCircuitBreaker(),
  failureDelayMs = 0,
): typeof Client {
  return class GatedClient extends Client {
    override connect(): Promise<Client>;
    override connect(done: (error: Error) => void): void;
    override connect(done?: (error: Error) => void): Promise<Client> | void {
      const attempt = async (): Promise<void> => {
        try {
          await gate.pass(() => super.connect());
        } catch (error) {
          if (failureDelayMs > 0) await pause(failureDelayMs);
          throw error;
        }
      };
      if (done === undefined) return attempt().then(() => this);
      callbackify(attempt)(done);
    }
  };
}

/**
 * TCP asks a silent peer whether it is still there. Linux waits two hours before it begins to ask; from ten seconds on,
 * whoever waits for a machine that has vanished is told within some minutes.
 */
export const KEEP_ALIVE_AFTER_MS = 10_000;

/** For every connection of node-postgres. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS } as const;

const CONNECT_TIMEOUT_MS = 5_000;

interface DedicatedConnection {
  url: string;
  /** As operators see the connection. */
  name: string;
}

/** Not yet connected; whoever asks for it connects and ends it. */
export function dedicatedClient({ url, name }: DedicatedConnection): Client {
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
export async function withDedicatedClient<T>(
  { signal, ...which }: DedicatedConnection & { signal?: AbortSignal },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const client = dedicatedClient(which);
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

/** The connections TypeORM holds, for whoever speaks to node-postgres itself or counts them. */
export function poolOf(database: DataSource): Pool {
  const { driver } = database;
  if (!('master' in driver)) throw new Error('The database driver has no connection pool');
  return driver.master as Pool;
}
