import type { Server } from 'node:http';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { createServiceApplication } from '@clearwatch/service-kit/boot/boot-service';
import { serviceModule } from '@clearwatch/service-kit/boot/service-module';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Client } from 'pg';
import { defineAuth } from '../auth.service-definition.ts';
import { AuthEnvironment } from '../environment.ts';
import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import { Clock } from '../two-factor/clock.ts';
import { PEPPER, TWO_FACTOR_KEY } from './a-user.ts';
import { QUICK } from './hash-costs.ts';

export const IDENTITY_KEY = '1'.repeat(64);
export const AUDIT_KEY = '5'.repeat(64);
export const GATEWAY: Actor = {
  userId: null,
  username: 'gateway',
  role: 'Gateway',
  requestId: 'test-request',
  address: '192.0.2.1',
};

/** The auth service on a database of its own, with a clock that stands where a test puts it. */
export interface AuthWorld {
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

  now(): Date {
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
      // Workers take part where a test is about them.
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
): Promise<AuthWorld> {
  const database = options.database ?? (await createTestDatabase());
  const environment = { QUEUE_DATABASE_URL: database.queueUrl, ...options.environment };
  const definition = defineAuth(authEnvironment(database.urlFor('auth'), environment));
  const logger = createLogger({ service: 'auth', level: definition.environment.LOG_LEVEL });
  const app = await createServiceApplication(serviceModule(definition, logger), { logger, name: 'auth' });
  const clock = new MovableClock();
  // Two stand-ins. Hashes that take a millisecond: how long they take is tested where passwords are hashed.
  Reflect.set(app.get(PasswordHasher, { strict: false }), 'cost', QUICK);
  // And time: everything that asks for it holds this very object.
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
