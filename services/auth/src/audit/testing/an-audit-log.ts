import type { AuditVerification } from '@clearwatch/contracts/audit/audit-event';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-entry';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import pg, { Client } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { authEnvironment } from '../../testing/auth-world.ts';
import { AuditChainRepository } from '../audit-chain.repository.ts';
import { AuditKeys } from '../audit-keys.ts';
import { AuditLog } from '../audit-log.service.ts';
import { inSnapshot } from '../snapshot.ts';
import { verifyChain } from '../verify/verify-chain.ts';

export const PAULA: Actor = {
  userId: 7,
  username: 'paula',
  role: 'Admin',
  requestId: 'test-request',
  address: '192.0.2.1',
};

const TABLES = ['audit_events', 'audit_head', 'audit_seals', 'audit_expiries'];

/** A chain whose clock stands where a test puts it. */
class HistoricChain extends AuditChainRepository {
  clock: string | null = null;

  override async takeEnd(manager: EntityManager): ReturnType<AuditChainRepository['takeEnd']> {
    const end = await super.takeEnd(manager);
    return this.clock === null ? end : { ...end, now: this.clock };
  }
}

/** An audit log on a database of its own, written by the service's own code under the service's own role. */
export class TestAuditLog {
  readonly chain = new HistoricChain();

  private constructor(
    readonly database: TestDatabase,
    /** Under the role of the service. */
    readonly source: DataSource,
    /** The owner, who may do everything: whoever tampers. */
    readonly owner: Client,
  ) {}

  static async open(given?: TestDatabase): Promise<TestAuditLog> {
    const database = given ?? (await createTestDatabase());
    const source = new DataSource({
      type: 'postgres',
      driver: pg,
      url: database.urlFor('auth'),
      poolSize: 25,
    });
    await source.initialize();
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    return new TestAuditLog(database, source, owner);
  }

  /** @param keys comma-separated, the first makes hashes */
  log(keys?: string): AuditLog {
    return new AuditLog(this.chain, authEnvironment('', keys === undefined ? {} : { AUDIT_KEYS: keys }));
  }

  /** @param at clock of the database, ISO; now unless given */
  async append(
    options: { at?: string; entry?: AuditEntry; actor?: Actor; keys?: string } = {},
  ): Promise<void> {
    const { at = null, entry = aFact(), actor = PAULA, keys } = options;
    this.chain.clock = at;
    await this.source.transaction((manager) => this.log(keys).append(actor, entry, manager));
    this.chain.clock = null;
  }

  /** So many events at a time. */
  async appendMany(count: number, at?: string): Promise<void> {
    for (let done = 0; done < count; done += 1) await this.append({ at });
  }

  async verify(options: { keys?: string; asOf?: Date } = {}): Promise<AuditVerification> {
    const { AUDIT_KEYS } = authEnvironment('');
    const keys = new AuditKeys(options.keys ?? AUDIT_KEYS);
    return inSnapshot({ url: this.database.urlFor('auth'), purpose: 'test' }, (client) =>
      verifyChain(client, keys, options.asOf),
    );
  }

  /** Remembers the log as it is, for tests that each spoil it. */
  async keep(): Promise<void> {
    for (const table of TABLES) await this.owner.query(`CREATE TABLE public.${table} AS TABLE auth.${table}`);
  }

  /** The log as it was kept. */
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

export function aFact(label = 'anna'): AuditEntry {
  return { action: 'user.created', subject: { type: 'user', id: 12, label }, detail: { role: 'User' } };
}
