import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { lockOwner } from '../data-directory.ts';
import { embeddedOwnerUrl, withEmbeddedPostgres } from '../embedded-postgres.ts';
import { type Keys, missingKeys, readKeys } from '../installation-keys.ts';
import { serviceVariables } from '../program-environments.ts';
import { portOfRunningPostgres, postgresOn } from '../running-postgres.ts';
import { rolePasswords } from '../service-environments.ts';
import { readSettings, type Settings } from '../start-settings.ts';
import { checkAudit, checkBackups, checkDatabase, checkRoles } from './check-database.ts';
import { checkDataDirectory, checkKeys, checkNode, checkSettings } from './check-installation.ts';
import { checkProcesses, checkServices, servicesOnThisMachine } from './check-processes.ts';
import { checkPostgresQueues, checkRedis } from './check-queues.ts';
import { about, type DoctorFinding } from './doctor-finding.ts';

/** A running server has already written its port, so a short wait is enough. */
const PORT_FILE_TIMEOUT_MS = 3_000;

/** Like `withDatabaseOf`, but changes nothing, not even the lock. */
async function withDatabaseToExamine<T>(
  { databaseUrl, dataDirectory }: Settings,
  password: string,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) return work(databaseUrl);
  const directory = join(dataDirectory, 'postgres');
  if (lockOwner(dataDirectory) !== null || postgresOn(directory) !== null)
    return work(embeddedOwnerUrl(await portOfRunningPostgres(directory, PORT_FILE_TIMEOUT_MS), password));
  const logs = join(dataDirectory, 'logs');
  const logFile = existsSync(logs) ? join(logs, 'postgres.log') : join(tmpdir(), 'clearwatch-doctor.log');
  return withEmbeddedPostgres({ directory, password, logFile }, work);
}

const CONNECT_WITHIN_MS = 5_000;

export async function examine(source: NodeJS.ProcessEnv): Promise<DoctorFinding[]> {
  let settings: Settings | null = null;
  let problem: string | null = null;
  try {
    settings = readSettings(source);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const first = [...checkSettings(source, { problem, ofServices: serviceVariables() }), ...checkNode()];
  if (settings === null) return first;
  const { dataDirectory } = settings;
  const owner = lockOwner(dataDirectory);
  const services = servicesOnThisMachine().filter(({ supervisor }) => supervisor === owner);
  return [
    ...first,
    ...checkDataDirectory(dataDirectory),
    ...checkKeys(dataDirectory),
    ...(await checkProcesses(settings)),
    ...(owner === null ? [] : await checkServices(services, join(dataDirectory, 'logs'))),
    ...(settings.redisUrl === undefined ? [] : await checkRedis(settings.redisUrl)),
    ...(await databaseFindings(settings)),
  ];
}

async function databaseFindings(settings: Settings): Promise<DoctorFinding[]> {
  const { databaseUrl, dataDirectory } = settings;
  const keys = wholeKeys(dataDirectory);
  if (keys === null) return [];
  if (databaseUrl === undefined && !existsSync(join(dataDirectory, 'postgres', 'PG_VERSION')))
    return [about('database').note(`none in ${dataDirectory} yet`, 'npm start creates it.')];
  try {
    const work = (ownerUrl: string) => findingsAbout(ownerUrl, keys, settings);
    return await withDatabaseToExamine(settings, keys.databaseOwner, work);
  } catch (error) {
    return [unreachable(error, settings)];
  }
}

async function findingsAbout(ownerUrl: string, keys: Keys, { redisUrl }: Settings): Promise<DoctorFinding[]> {
  const client = new Client({
    connectionString: ownerUrl,
    application_name: 'clearwatch-doctor',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    options: '-c default_transaction_read_only=on',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const passwords = rolePasswords(keys);
    return [
      ...(await checkDatabase(client)),
      ...(await checkRoles(client, { ownerUrl, passwords })),
      ...(redisUrl === undefined ? await checkPostgresQueues(client) : []),
      ...(await checkBackups(client)),
      ...checkAudit({ ownerUrl, passwords, auditKeys: keys.audit }),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}

function unreachable(error: unknown, { databaseUrl, dataDirectory }: Settings): DoctorFinding {
  const reasons = error instanceof AggregateError ? error.errors : [error];
  const summary = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason))).join('; ');
  return about('database').problem(
    `cannot be checked: ${summary}`,
    databaseUrl === undefined
      ? `The end of ${join(dataDirectory, 'logs', 'postgres.log')} shows why it does not start or respond.`
      : 'Start the server, or correct DATABASE_URL and DATABASE_PASSWORD. The role must own the database.',
  );
}

/** Null when keys are missing, which has its own finding. */
function wholeKeys(dataDirectory: string): Keys | null {
  try {
    const keys = readKeys(dataDirectory);
    return missingKeys(keys).length === 0 ? (keys as Keys) : null;
  } catch {
    return null;
  }
}
