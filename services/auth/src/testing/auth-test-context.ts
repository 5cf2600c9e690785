import type { Server } from 'node:http';
import type { Role } from '@clearwatch/contracts/users';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { createServiceApplication, serviceModule } from '@clearwatch/service-kit/boot/boot-service';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Client } from 'pg';
import request from 'supertest';
import { AuthEnvironment } from '../auth-environment.ts';
import { authServiceDefinition } from '../auth-service-definition.ts';
import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import { Clock } from '../two-factor/two-factor-secrets.ts';
import { FAST_HASH_COST, PEPPER, TWO_FACTOR_KEY } from './user-fixtures.ts';

export const IDENTITY_KEY = '1'.repeat(64);
export const AUDIT_KEY = '5'.repeat(64);
export const GATEWAY: Actor = {
  userId: null,
  username: 'gateway',
  role: 'Gateway',
  requestId: 'test-request',
  address: '192.0.2.1',
};

/** The auth service with a separate database and a clock that the test sets. */
export interface AuthTestContext {
  app: NestExpressApplication;
  server: Server;
  database: TestDatabase;
  owner: Client;
  clock: MovableClock;
  url: string;
  close(): Promise<void>;
}

export class MovableClock extends Clock {
  private offsetMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  moveBy(seconds: number): void {
    this.offsetMs += seconds * 1_000;
  }
}

export function authEnvironment(databaseUrl: string, more: Partial<AuthEnvironment> = {}): AuthEnvironment {
  return Object.assign(
    new AuthEnvironment(),
    {
      PORT: 0,
      // Only worker tests start workers.
      PROCESS_ROLE: 'api' as const,
      DATABASE_URL: databaseUrl,
      IDENTITY_KEYS: IDENTITY_KEY,
      LOG_LEVEL: 'silent',
      PASSWORD_PEPPER: PEPPER,
      TWO_FACTOR_KEYS: TWO_FACTOR_KEY,
      AUDIT_KEYS: AUDIT_KEY,
      ADMIN_PASSWORD: 'the first password',
    },
    more,
  );
}

export async function startAuth(
  options: { database?: TestDatabase; environment?: Partial<AuthEnvironment> } = {},
): Promise<AuthTestContext> {
  const database = options.database ?? (await createTestDatabase());
  const environment = { QUEUE_DATABASE_URL: database.urlFor('auth'), ...options.environment };
  const definition = authServiceDefinition(authEnvironment(database.urlFor('auth'), environment));
  const logger = createLogger({ service: 'auth', level: definition.environment.LOG_LEVEL });
  const app = await createServiceApplication(serviceModule(definition, logger), { logger, name: 'auth' });
  const clock = new MovableClock();
  // Hashes take a millisecond here; the password hasher specs test the real cost.
  Reflect.set(app.get(PasswordHasher, { strict: false }), 'cost', FAST_HASH_COST);
  // All users of the clock share this object.
  app.get(Clock, { strict: false }).now = () => clock.now();
  await app.listen(0, '127.0.0.1');
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const address = app.getHttpServer().address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    app,
    server: app.getHttpServer(),
    database,
    owner,
    clock,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await app.close();
      await owner.end();
      if (options.database === undefined) await database.drop();
    },
  };
}

export const STAFF_ADDRESS = '198.51.100.7';

type Call = (path: string, body?: object) => Promise<request.Response>;

/** Calls the auth service as the gateway does for a signed-in user. */
export interface AsStaff {
  get: Call;
  post: Call;
  put: Call;
  delete: Call;
}

export function asStaff(
  { server }: Pick<AuthTestContext, 'server'>,
  { id, username, role = 'Admin' }: { id: number; username: string; role?: Role },
): AsStaff {
  const actor: Actor = { userId: id, username, role, requestId: 'staff-request', address: STAFF_ADDRESS };
  const call =
    (method: keyof AsStaff): Call =>
    async (path, body) => {
      const token = signIdentity(actor, 'auth', new IdentityKeys(IDENTITY_KEY));
      const pending = request(server)[method](path).set('x-clearwatch-identity', token);
      return body === undefined ? pending : pending.send(body);
    };
  return { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') };
}

/** Posts to the auth service as the gateway does, by default with the gateway's identity. */
export async function callAuth(
  { server }: Pick<AuthTestContext, 'server'>,
  path: string,
  body: object,
  actor = GATEWAY,
): Promise<request.Response> {
  const token = signIdentity(actor, 'auth', new IdentityKeys(IDENTITY_KEY));
  return request(server).post(path).set('x-clearwatch-identity', token).send(body);
}

export interface HeldPasswordChecks {
  untilWaiting(attempts: number): Promise<void>;
  /** Releases the first `attempts` waiting checks. */
  release(attempts: number): void;
  /** Stops holding later checks. */
  end(): void;
}

/** Holds each password check until it is released, so that the test controls the order. */
export function holdPasswordChecks({ app }: Pick<AuthTestContext, 'app'>): HeldPasswordChecks {
  const hasher = app.get(PasswordHasher, { strict: false });
  const waiting: (() => void)[] = [];
  hasher.isRight = async (password, passwordHash) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
    return PasswordHasher.prototype.isRight.call(hasher, password, passwordHash);
  };
  return {
    untilWaiting: (attempts) => waitUntil(`${attempts} attempts are waiting`, () => waiting.length >= attempts),
    release: (attempts) => {
      for (const go of waiting.splice(0, attempts)) go();
    },
    end: () => void Reflect.deleteProperty(hasher, 'isRight'),
  };
}

/** Holds the hash of the next new password until it is released, so that the test controls what happens meanwhile. */
export function holdNextHash({ app }: Pick<AuthTestContext, 'app'>): {
  started: Promise<void>;
  release: () => void;
} {
  const hasher = app.get(PasswordHasher, { strict: false });
  const [started, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  hasher.hash = async (password) => {
    Reflect.deleteProperty(hasher, 'hash');
    started.resolve();
    await release.promise;
    return hasher.hash(password);
  };
  return { started: started.promise, release: release.resolve };
}

export interface RecordedEvent {
  action: string;
  actor_id: number | null;
  actor_name: string;
  actor_role: string;
  address: string | null;
  request_id: string | null;
  subject_id: string | null;
  subject_label: string | null;
  detail: Record<string, unknown>;
}

/** Audit events about a user, oldest first; null for events without a user. */
export async function recordedEvents(owner: Client, userId: number | null): Promise<RecordedEvent[]> {
  const { rows } = await owner.query<RecordedEvent>(
    `SELECT action, actor_id, actor_name, actor_role, address, request_id, subject_id, subject_label, detail
     FROM auth.audit_events WHERE subject_type = 'user' AND subject_id IS NOT DISTINCT FROM $1 ORDER BY seq`,
    [userId === null ? null : String(userId)],
  );
  return rows;
}

export async function recordedActions(owner: Client, userId: number | null): Promise<string[]> {
  return (await recordedEvents(owner, userId)).map(({ action }) => action);
}
