import { randomUUID } from 'node:crypto';
import { keyIdOf } from '@clearwatch/service-kit/audit/chain-keys';
import { DatabaseEnvironment, HexKeys } from '@clearwatch/service-kit/config/service-environment';
import { SnakeCaseNamingStrategy } from '@clearwatch/service-kit/database/entity-columns';
import { queryTexts, type SqlReader } from '@clearwatch/service-kit/database/query-rows';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { AUTH_ENTITIES } from '../accounts/user.entity.ts';
import { AuditLog } from '../audit/audit-log.service.ts';

export class AuditCommandEnvironment extends DatabaseEnvironment {
  @HexKeys()
  AUDIT_KEYS!: string;
}

const CONNECT_TIMEOUT_MS = 5_000;

/** The message explains why the command failed and what to do. */
export class CommandError extends Error {
  override readonly name = 'Refusal';
}

export async function withAuditLog<T>(
  environment: AuditCommandEnvironment,
  work: (target: { database: DataSource; log: AuditLog }) => Promise<T>,
): Promise<T> {
  const database = new DataSource({
    type: 'postgres',
    driver: pg,
    url: environment.DATABASE_URL,
    entities: AUTH_ENTITIES,
    namingStrategy: new SnakeCaseNamingStrategy(),
    applicationName: 'clearwatch-operator',
    poolSize: 2,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
  });
  await database.initialize();
  try {
    return await work({ database, log: await openOperatorAuditLog(environment, database) });
  } finally {
    await database.destroy();
  }
}

/** PostgreSQL error code for a table that does not exist (appendix A). */
const UNDEFINED_TABLE = '42P01';

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === UNDEFINED_TABLE) {
    return 'The database was created by an older version. Start Clearwatch once to update it.';
  }
  // All addresses of the host refused the connection.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('\n');
  if ('code' in error && error.code === 'ECONNREFUSED') {
    return `The database is not responding (${error.message}). Try again in a moment.`;
  }
  return error.message;
}

/** Signs with the key of the newest event, because a service not yet restarted after a rotation cannot verify a newer key. */
export async function openOperatorAuditLog(
  { AUDIT_KEYS }: Pick<AuditCommandEnvironment, 'AUDIT_KEYS'>,
  database: SqlReader,
): Promise<AuditLog> {
  const [headKeyId] = await queryTexts(database, 'SELECT key_id FROM auth.audit_head');
  const keys = AUDIT_KEYS.split(',');
  const inUse = keys.filter((key) => keyIdOf(key) === headKeyId);
  const others = keys.filter((key) => !inUse.includes(key));
  return new AuditLog({ AUDIT_KEYS: [...inUse, ...others].join(',') });
}

export function operatorActor(): Actor {
  return { userId: null, username: 'operator', role: 'System', requestId: randomUUID(), address: null };
}
