import { setTimeout as pause, setImmediate as yieldToEvents } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { Client, type Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { isDatabaseStarting, refusesConnections } from './database-errors.ts';

/** Interval between attempts, for all callers together, while the database refuses connections. */
const RETRY_AFTER_MS = 500;
/** After this time an attempt no longer blocks other callers. */
const ATTEMPT_TIMEOUT_MS = 10_000;

/** Lets one caller try for all, because a recovering PostgreSQL server starts a process for every attempt. */
export class ConnectionCircuitBreaker {
  private refusal: { reason: Error; at: number } | null = null;
  private attemptedAt: number | null = null;

  /** @param now milliseconds from a monotonic clock */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws the error from `open`, or one with the same code if another caller is trying or was just refused */
  async pass(open: () => Promise<unknown>): Promise<void> {
    const { refusal } = this;
    if (refusal !== null) {
      const isTrying = this.attemptedAt !== null && this.now() - this.attemptedAt < ATTEMPT_TIMEOUT_MS;
      if (isTrying || this.now() - refusal.at < RETRY_AFTER_MS) {
        // Otherwise a caller that retries immediately would never let a pending attempt finish.
        await yieldToEvents();
        throw copyRefusal(refusal.reason);
      }
      this.attemptedAt = this.now();
    }
    try {
      await open();
      this.refusal = null;
    } catch (error) {
      if (error instanceof Error && refusesConnections(error)) this.refusal = { reason: error, at: this.now() };
      // Other errors, such as a wrong password, must reach every caller from the database.
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

/** @param failureDelayMs delay before a failure is reported, for callers that retry immediately */
export function clientWithCircuitBreaker(gate = new ConnectionCircuitBreaker(), failureDelayMs = 0): typeof Client {
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

/** Linux waits two hours by default. With ten seconds, a lost machine is detected within minutes. */
export const KEEP_ALIVE_AFTER_MS = 10_000;

export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS } as const;

/** Tasks that run every ten seconds would reopen each connection under the default limit of ten seconds. */
export const IDLE_CONNECTION_TIMEOUT_MS = 60_000;

const CONNECT_TIMEOUT_MS = 5_000;

interface DedicatedConnection {
  url: string;
  /** Shown to operators in pg_stat_activity. */
  name: string;
  /** Time limit for the connection and each query. Default: 5 seconds for the connection, no limit for queries. */
  timeoutMs?: number;
}

/** The caller opens and ends the connection. */
export function dedicatedClient({ url, name, timeoutMs }: DedicatedConnection): Client {
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: timeoutMs ?? CONNECT_TIMEOUT_MS,
    query_timeout: timeoutMs,
    ...KEEP_ALIVE,
  });
  // The running query also fails. An unhandled event would end the process.
  client.on('error', () => undefined);
  return client;
}

/** For work that is too long for the pool. Aborting `signal` closes the connection and rolls back the transaction. */
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
    await client.end().catch(() => undefined);
  }
}

export function poolOf(database: DataSource): Pool {
  const { driver } = database;
  if (!('master' in driver)) throw new Error('The database driver has no connection pool');
  return driver.master as Pool;
}
