import { randomBytes } from 'node:crypto';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import type { TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { createServiceApplication, serviceModule } from '@clearwatch/service-kit/boot/boot-service';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import type { ProcessRole } from '@clearwatch/service-kit/config/service-environment';
import type { ActorRole } from '@clearwatch/service-kit/identity/actor';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { keepEventsInOutbox, withoutWorkers } from '@clearwatch/service-kit/testing/service-overrides';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Client } from 'pg';
import request from 'supertest';
import type { EntityManager } from 'typeorm';
import { AnalyticsEnvironment } from '../analytics-environment.ts';
import { defineAnalytics } from '../analytics-service-definition.ts';

/** Counts the ledger entries that `work` reads in the caller's transaction, including repeated reads. */
export async function countEntriesRead(manager: EntityManager, work: () => Promise<void>): Promise<number> {
  const before = await readSoFar(manager);
  await work();
  return (await readSoFar(manager)) - before;
}

/** Uses the connection's own counters, because PostgreSQL reports nothing to the shared statistics during a transaction. */
async function readSoFar(manager: EntityManager): Promise<number> {
  const [row] = await manager.query<{ read: number }[]>(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_xact_user_tables
     WHERE relid = 'ledger.transactions'::regclass`,
  );
  if (row === undefined) throw new Error('PostgreSQL must have statistics for every table');
  return row.read;
}

/** Random numbers that are the same for the same seed (mulberry32), so that a failing test can be reproduced. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export const TEST_TODAY = '2026-11-20';
const KEYS = randomBytes(32).toString('hex');

export interface RunningAnalytics {
  app: NestExpressApplication;
  /** A request from a signed-in user, by default `anna` with the User role. */
  get(path: string, user?: TestUser): Promise<request.Response>;
  patch(path: string, body?: object, user?: TestUser): Promise<request.Response>;
  post(path: string, body?: object, user?: TestUser): Promise<request.Response>;
  put(path: string, body?: object, user?: TestUser): Promise<request.Response>;
  delete(path: string, user?: TestUser): Promise<request.Response>;
  http(): ReturnType<typeof request>;
  stop(): Promise<void>;
}

export interface TestUser {
  id: number;
  name: string;
  role?: ActorRole;
}

const ANNA: TestUser = { id: 7, name: 'anna' };

/**
 * Starts the service on a test's own database with the date `TEST_TODAY`. @param options.jobs left: jobs stay in the
 * queues, for tests that run each job themselves and must not race a worker
 */
export async function startAnalytics(
  database: TestDatabase,
  options: {
    role?: ProcessRole;
    redisUrl?: string;
    jobs?: 'worked on' | 'left';
    settings?: Record<string, string>;
  } = {},
): Promise<RunningAnalytics> {
  const environment = readEnvironment(AnalyticsEnvironment, {
    PORT: '0',
    PROCESS_ROLE: options.role ?? 'api',
    DATABASE_URL: database.urlFor('analytics'),
    ...(options.redisUrl === undefined
      ? { QUEUE_DATABASE_URL: database.urlFor('analytics') }
      : { REDIS_URL: options.redisUrl }),
    IDENTITY_KEYS: KEYS,
    ALERT_KEYS: KEYS,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...options.settings,
  });
  const logger = createLogger({ service: 'analytics', level: environment.LOG_LEVEL });
  const definition = defineAnalytics(environment);
  const service = options.jobs === 'left' ? withoutWorkers(definition) : definition;
  const app = await createServiceApplication(serviceModule(service, logger), { logger, name: 'analytics' });
  app.get(Today, { strict: false }).day = () => TEST_TODAY;
  keepEventsInOutbox(app);
  await app.init();
  const signed = async (user: TestUser) =>
    signIdentity(
      {
        userId: user.id,
        username: user.name,
        role: user.role ?? 'User',
        requestId: 'test-request',
        address: '192.0.2.1',
      },
      'analytics',
      new IdentityKeys(KEYS),
    );
  const http = () => request(app.getHttpServer());
  const sending =
    (method: 'patch' | 'post' | 'put') =>
    async (path: string, body?: object, user = ANNA): Promise<request.Response> => {
      const identity = await signed(user);
      const client = http();
      const sent = client[method](path).set(IDENTITY_HEADER, identity);
      return body === undefined ? sent : sent.send(body);
    };
  return {
    app,
    http,
    get: async (path, user = ANNA) =>
      http()
        .get(path)
        .set(IDENTITY_HEADER, await signed(user)),
    patch: sending('patch'),
    post: sending('post'),
    put: sending('put'),
    delete: async (path, user = ANNA) =>
      http()
        .delete(path)
        .set(IDENTITY_HEADER, await signed(user)),
    stop: () => app.close(),
  };
}

/** Events published by a handler, for tests that call handlers directly. */
export function recordingRun(): {
  events: ServerEvent[];
  run: import('@clearwatch/service-kit/jobs/job-handler').JobRun;
} {
  const events: ServerEvent[] = [];
  return {
    events,
    run: {
      attempt: 1,
      isLastAttempt: false,
      signal: new AbortController().signal,
      publish: async (event) => void events.push(event),
    },
  };
}

/**
 * The number of sessions on this database that are waiting for a lock, including background tasks. Within a transaction, PostgreSQL caches
 * the list of sessions, so the cache is cleared before each count.
 */
export async function waitingSessions(client: Client): Promise<number> {
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    `SELECT count(DISTINCT pid) AS sessions FROM pg_locks
      WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
  );
  return Number(rows[0].sessions);
}
