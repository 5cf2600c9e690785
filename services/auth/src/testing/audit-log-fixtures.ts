import type { AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { ChainKeys } from '@clearwatch/service-kit/audit/chain-keys';
import { SnakeCaseNamingStrategy } from '@clearwatch/service-kit/database/entity-columns';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import pg, { Client } from 'pg';
import request from 'supertest';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_ENTITIES } from '../accounts/user.entity.ts';
import { AuditLog } from '../audit/audit-log.service.ts';
import { verifyChain, withSnapshot } from '../audit/audit-verification.ts';
import { type AuthTestContext, authEnvironment, IDENTITY_KEY } from './auth-test-context.ts';

export const TEST_ADMIN: Actor = {
  userId: 7,
  username: 'paula',
  role: 'Admin',
  requestId: 'test-request',
  address: '192.0.2.1',
};

const TABLES = ['audit_events', 'audit_head', 'audit_seals', 'audit_expiries'];

/** An audit log whose clock the test sets. */
class HistoricLog extends AuditLog {
  constructor(
    environment: ConstructorParameters<typeof AuditLog>[0],
    private readonly time: TestAuditLog['time'],
  ) {
    super(environment);
  }

  override async lockEnd(manager: EntityManager): ReturnType<AuditLog['lockEnd']> {
    const end = await super.lockEnd(manager);
    return { ...end, now: this.time.clock ?? end.now };
  }
}

/** An audit log in a separate database, written by the service's code under the service's database role. */
export class TestAuditLog {
  /** Database clock, ISO; null for the real one. */
  readonly time: { clock: string | null } = { clock: null };

  private constructor(
    readonly database: TestDatabase,
    /** Uses the service's role. */
    readonly source: DataSource,
    /** Database owner without restrictions, for tampering. */
    readonly owner: Client,
  ) {}

  static async open(existing?: TestDatabase): Promise<TestAuditLog> {
    const database = existing ?? (await createTestDatabase());
    const source = new DataSource({
      type: 'postgres',
      driver: pg,
      url: database.urlFor('auth'),
      entities: AUTH_ENTITIES,
      namingStrategy: new SnakeCaseNamingStrategy(),
      poolSize: 25,
    });
    await source.initialize();
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    return new TestAuditLog(database, source, owner);
  }

  /** @param keys comma-separated; the first signs */
  log(keys?: string): AuditLog {
    return new HistoricLog(authEnvironment('', keys === undefined ? {} : { AUDIT_KEYS: keys }), this.time);
  }

  /** @param at database clock, ISO; now by default */
  async append(options: { at?: string; entry?: AuditEntry; actor?: Actor; keys?: string } = {}): Promise<void> {
    const { at = null, entry = auditEntryFixture(), actor = TEST_ADMIN, keys } = options;
    this.time.clock = at;
    await this.source.transaction((manager) => this.log(keys).append(actor, entry, manager));
    this.time.clock = null;
  }

  async appendMany(count: number, at?: string): Promise<void> {
    for (let done = 0; done < count; done += 1) await this.append({ at });
  }

  async verify(options: { keys?: string; asOf?: Date } = {}): Promise<AuditVerification> {
    const { AUDIT_KEYS } = authEnvironment('');
    const keys = new ChainKeys(options.keys ?? AUDIT_KEYS);
    return withSnapshot({ url: this.database.urlFor('auth'), purpose: 'test' }, (client) =>
      verifyChain(client, keys, options.asOf),
    );
  }

  /** Saves a copy of the log, for tests that tamper with it. */
  async keep(): Promise<void> {
    for (const table of TABLES) await this.owner.query(`CREATE TABLE public.${table} AS TABLE auth.${table}`);
  }

  /** Restores the copy that `keep` saved. */
  async restore(): Promise<void> {
    await this.owner.query(`TRUNCATE ${TABLES.map((table) => `auth.${table}`).join(', ')}`);
    for (const table of TABLES) await this.owner.query(`INSERT INTO auth.${table} TABLE public.${table}`);
  }

  async close(): Promise<void> {
    await this.source.destroy();
    await this.owner.end();
    await this.database.drop();
  }
}

export function auditEntryFixture(label = 'anna'): AuditEntry {
  return { action: 'user.created', subject: { type: 'user', id: 12, label }, detail: { role: 'User' } };
}

/** Sends a request to auth as a signed-in user, by default an admin; null sends no identity. */
export async function requestAuth(
  { server }: Pick<AuthTestContext, 'server'>,
  method: 'get' | 'post',
  path: string,
  actor: Actor | null = TEST_ADMIN,
): Promise<request.Response> {
  const pending = request(server)[method](path);
  return actor === null ? pending : pending.set(IDENTITY_HEADER, identityOf(actor));
}

export function identityOf(actor: Actor = TEST_ADMIN): string {
  return signIdentity(actor, 'auth', new IdentityKeys(IDENTITY_KEY));
}
