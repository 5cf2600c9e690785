import { randomUUID } from 'node:crypto';
import { DatabaseEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { SnakeCaseNamingStrategy } from '@clearwatch/service-kit/database/entity-columns';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { AUTH_ENTITIES } from '../accounts/user.entity.ts';
import { keyIdOf } from '../audit/audit-chain.ts';
import { AuditLog } from '../audit/audit-log.service.ts';
import { HexKeys } from '../auth-environment.ts';

export class AuditCommandEnvironment extends DatabaseEnvironment {
  @HexKeys()
  AUDIT_KEYS!: string;
}

/** Short, because an operator waits. */
const CONNECT_TIMEOUT_MS = 5_000;

/** The message says why the command failed and what to do. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}

/** Sets the exit code to the result of `work`, or to `failureCode` when it throws. */
export async function runCommand(work: () => Promise<number>, failureCode = 1): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = failureCode;
  }
}

export async function withDatabase<T>(url: string, work: (database: DataSource) => Promise<T>): Promise<T> {
  const database = new DataSource({
    type: 'postgres',
    driver: pg,
    url,
    entities: AUTH_ENTITIES,
    namingStrategy: new SnakeCaseNamingStrategy(),
    applicationName: 'clearwatch-operator',
    poolSize: 2,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
  });
  await database.initialize();
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/** PostgreSQL: a table that does not exist (appendix A). */
const UNDEFINED_TABLE = '42P01';

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === UNDEFINED_TABLE) {
    return 'The database is of an older version. Start the application once; it brings the database up to date.';
  }
  // All addresses of a name refused the connection.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('\n');
  if ('code' in error && error.code === 'ECONNREFUSED') {
    return `The database does not answer (${error.message}). Try again in a moment.`;
  }
  return error.message;
}

export const KEY_NAMES = ['session', 'identity', 'two-factor', 'audit'] as const;
export type KeyName = (typeof KEY_NAMES)[number];

/** @throws CommandError that lists the names */
export function parseKeyName(text: string | undefined): KeyName {
  const name = KEY_NAMES.find((candidate) => candidate === text);
  if (name === undefined) throw new CommandError(`Name the key: ${KEY_NAMES.join(', ')}.`);
  return name;
}

/** @throws CommandError for anything but public key ids */
export function parseKeyIds(texts: readonly string[]): string {
  if (texts.some((text) => !/^[0-9a-f]{8}$/.test(text))) {
    throw new CommandError('The id of a key has 8 hex digits. Never give the key itself.');
  }
  return texts.join(', ');
}

/**
 * Signs with the key of the newest event, which is the key of the running service. A service that was not restarted after
 * a key rotation cannot verify a newer key.
 */
export async function openOperatorAuditLog(
  { AUDIT_KEYS }: Pick<AuditCommandEnvironment, 'AUDIT_KEYS'>,
  database: Pick<DataSource, 'query'>,
): Promise<AuditLog> {
  const [head] = await database.query<Row[]>('SELECT key_id FROM auth.audit_head');
  const keys = AUDIT_KEYS.split(',');
  const inUse = keys.filter((key) => head !== undefined && keyIdOf(key) === textOf(head, 'key_id'));
  const others = keys.filter((key) => !inUse.includes(key));
  return new AuditLog({ AUDIT_KEYS: [...inUse, ...others].join(',') });
}

export function operatorActor(): Actor {
  return { userId: null, username: 'operator', role: 'System', requestId: randomUUID(), address: null };
}
