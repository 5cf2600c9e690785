import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { serviceVariables } from '../configuration/environments.ts';
import { lockOwner } from '../instance-lock.ts';
import { type Keys, missingKeys, readKeys } from '../keys.ts';
import { rolePasswords } from '../service-environments.ts';
import { readSettings, type Settings } from '../settings.ts';
import { checkAudit } from './check-audit.ts';
import { checkBackups } from './check-backups.ts';
import { checkDataDirectory } from './check-data-directory.ts';
import { checkDatabase } from './check-database.ts';
import { checkKeys } from './check-keys.ts';
import { checkNode } from './check-node.ts';
import { checkProcesses } from './check-processes.ts';
import { checkPostgresQueues, checkRedis } from './check-queues.ts';
import { checkRoles } from './check-roles.ts';
import { checkServices } from './check-services.ts';
import { checkSettings } from './check-settings.ts';
import { openDatabase } from './database-to-examine.ts';
import { type Finding, note, wrong } from './finding.ts';
import { servicesOnThisMachine } from './running-processes.ts';

type Source = Readonly<Record<string, string | undefined>>;

const CONNECT_WITHIN_MS = 5_000;

/** Everything that can be said of an installation, whether it runs or not. Changes nothing. */
export async function examine(source: Source): Promise<Finding[]> {
  const { settings, problem } = settingsOf(source);
  const first = [...checkSettings(source, { problem, ofServices: serviceVariables() }), ...checkNode()];
  if (settings === null) return first;
  const { dataDirectory } = settings;
  return [
    ...first,
    ...checkDataDirectory(dataDirectory),
    ...checkKeys(dataDirectory),
    ...(await checkProcesses(settings)),
    ...(await servicesFindings(settings)),
    ...(settings.redisUrl === undefined ? [] : await checkRedis(settings.redisUrl)),
    ...(await databaseFindings(settings)),
  ];
}

function settingsOf(source: Source): { settings: Settings | null; problem: string | null } {
  try {
    return { settings: readSettings(source), problem: null };
  } catch (error) {
    return { settings: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function servicesFindings({ dataDirectory }: Settings): Promise<Finding[]> {
  const owner = lockOwner(dataDirectory);
  const services = servicesOnThisMachine().filter(({ supervisor }) => supervisor === owner);
  return owner === null ? [] : checkServices(services, join(dataDirectory, 'logs'));
}

async function databaseFindings(settings: Settings): Promise<Finding[]> {
  const keys = wholeKeys(settings.dataDirectory);
  if (keys === null) return [];
  if (
    settings.databaseUrl === undefined &&
    !existsSync(join(settings.dataDirectory, 'postgres', 'PG_VERSION'))
  )
    return [note('database', `none in ${settings.dataDirectory} yet`, 'npm start makes it.')];
  let database: Awaited<ReturnType<typeof openDatabase>> | null = null;
  const client = { current: null as Client | null };
  try {
    database = await openDatabase(settings, keys.databaseOwner);
    client.current = new Client({
      connectionString: database.ownerUrl,
      application_name: 'clearwatch-doctor',
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      options: '-c default_transaction_read_only=on',
    });
    client.current.on('error', () => undefined);
    await client.current.connect();
    const passwords = rolePasswords(keys);
    const { ownerUrl } = database;
    return [
      ...(await checkDatabase(client.current)),
      ...(await checkRoles(client.current, { ownerUrl, passwords })),
      ...(settings.redisUrl === undefined ? await checkPostgresQueues(client.current) : []),
      ...(await checkBackups(client.current)),
      ...(await checkAudit({ ownerUrl, passwords, auditKeys: keys.audit })),
    ];
  } catch (error) {
    return [unreachable(error, settings)];
  } finally {
    await client.current?.end().catch(() => undefined);
    await database?.close();
  }
}

function unreachable(error: unknown, { databaseUrl, dataDirectory }: Settings): Finding {
  const reasons = error instanceof AggregateError ? error.errors : [error];
  const says = reasons
    .map((reason) => (reason instanceof Error ? reason.message : String(reason)))
    .join('; ');
  return wrong(
    'database',
    `cannot be asked: ${says}`,
    databaseUrl === undefined
      ? `The end of ${join(dataDirectory, 'logs', 'postgres.log')} says why it does not start or answer.`
      : 'Start that server, or correct DATABASE_URL and DATABASE_PASSWORD; its role must be the owner of the database.',
  );
}

/** Null when they are not whole, which has a finding of its own. */
function wholeKeys(dataDirectory: string): Keys | null {
  try {
    const keys = readKeys(dataDirectory);
    return missingKeys(keys).length === 0 ? (keys as Keys) : null;
  } catch {
    return null;
  }
}
