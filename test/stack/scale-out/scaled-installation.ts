import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDataDirectory } from '@clearwatch/infra-local/data-directory';
import { startSupervisedPostgres } from '@clearwatch/infra-local/embedded-postgres';
import { loadKeys } from '@clearwatch/infra-local/installation-keys';
import { rolePasswords, serviceEnvironments } from '@clearwatch/infra-local/service-environments';
import { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  copyTemplateDatabase,
  TEMPORARY_FIRST_PASSWORD,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { startTestRedis, testFolder } from '@clearwatch/infra-local/test-servers';
import { prepareDatabase } from '@clearwatch/infra-postgres/prepare-database';
import { type InTurn, inTurn } from './in-turn.ts';
import { OneProcess } from './one-process.ts';

type Service = keyof Awaited<ReturnType<typeof serviceEnvironments>>;
const SERVICES_BEHIND = ['auth', 'ingest', 'analytics', 'reports'] as const;
type ServiceBehind = (typeof SERVICES_BEHIND)[number];

/** Their workers do what takes long, and are started on their own; auth and reports run both roles in each process. */
const SPLIT: readonly ServiceBehind[] = ['ingest', 'analytics'];

/** Where the gateway asks each service, as in the compose file. */
const ADDRESS_OF: Record<ServiceBehind, string> = {
  auth: 'AUTH_URL',
  ingest: 'INGEST_URL',
  analytics: 'ANALYTICS_URL',
  reports: 'REPORTS_URL',
};

/** What the parts of a trial installation that look at one gateway, the database and the folder can be given. */
export interface ScaledInstallation extends TemporaryInstallation {
  /** Addresses of the two gateways; `url` is the first. */
  gateways: readonly [string, string];
  given(service: ServiceBehind): number[];
  startWorker(service: 'ingest' | 'analytics'): Promise<OneProcess>;
  /** As on one machine whose clock is set: all of them, by the next of `CLOCK_JUMPS_MS`. */
  jumpClocks(): Promise<void>;
}

/** Two gateways and two apis of every service on one PostgreSQL and one Redis, as `docker compose up --scale` runs them; workers of ingest and analytics are started by the test. */
export async function startScaledInstallation(): Promise<ScaledInstallation> {
  const dataDirectory = mkdtempSync(join(testFolder(), 'clearwatch-scaled-'));
  chmodSync(dataDirectory, 0o711);
  const undo: (() => Promise<void> | void)[] = [
    () => rmSync(dataDirectory, { recursive: true, force: true }),
  ];
  const remove = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    return await start(dataDirectory, { undo, remove });
  } catch (error) {
    await remove();
    throw error;
  }
}

async function start(
  dataDirectory: string,
  { undo, remove }: { undo: (() => Promise<void> | void)[]; remove: () => Promise<void> },
): Promise<ScaledInstallation> {
  const said: string[] = [];
  const logDirectory = prepareDataDirectory(dataDirectory);
  copyTemplateDatabase(dataDirectory);
  const keys = loadKeys(dataDirectory);
  const redis = await startTestRedis();
  undo.push(() => redis.stop());
  const postgres = await startSupervisedPostgres({
    directory: join(dataDirectory, 'postgres'),
    password: keys.databaseOwner,
    logFile: join(logDirectory, 'postgres.log'),
    throwaway: 'throwaway',
    say: (line) => void said.push(line),
  });
  undo.push(() => postgres.stop());
  await prepareDatabase(postgres.ownerUrl(), rolePasswords(keys));
  const environments = await serviceEnvironments({
    settings: {
      port: 0,
      host: '127.0.0.1',
      dataDirectory,
      logLevel: 'info',
      adminPassword: TEMPORARY_FIRST_PASSWORD,
      redisUrl: redis.url,
    },
    keys,
    ownerUrl: postgres.ownerUrl(),
  });
  const processes: OneProcess[] = [];
  undo.push(async () => void (await Promise.all(processes.map((one) => one.kill()))));
  const run = async (service: Service, role: string, more = {}): Promise<OneProcess> => {
    const one = await OneProcess.start({
      service,
      name: `${service}-${role}-${processes.length}`,
      env: { ...environments[service], PROCESS_ROLE: role, ...more },
      logDirectory,
    });
    processes.push(one);
    return one;
  };
  const doors = {} as Record<ServiceBehind, InTurn>;
  for (const service of SERVICES_BEHIND) {
    const role = SPLIT.includes(service) ? 'api' : 'all';
    const [one, other] = [await run(service, role), await run(service, role)];
    doors[service] = await inTurn([one.port, other.port]);
    undo.push(() => doors[service].close());
  }
  const addresses = Object.fromEntries(
    SERVICES_BEHIND.map((service) => [ADDRESS_OF[service], doors[service].url]),
  );
  const gateways = [await run('gateway', 'api', addresses), await run('gateway', 'api', addresses)] as const;
  await Promise.all(processes.map((one) => one.untilHealthy()));
  const url = gateways[0].url;
  return {
    url,
    gateways: [url, gateways[1].url],
    dataDirectory,
    said,
    given: (service) => doors[service].given(),
    startWorker: async (service) => {
      const worker = await run(service, 'worker');
      await worker.untilHealthy();
      return worker;
    },
    jumpClocks: async () => void (await Promise.all(processes.map((one) => one.jumpClock()))),
    stack: {
      url,
      ownerUrl: postgres.ownerUrl(),
      firstAdminPassword: null,
      pidOf: () => undefined,
      urlOf: (service) => doors[service as ServiceBehind].url,
      environmentOf: (service) => environments[service],
      metricsUrlOf: (service) => doors[service as ServiceBehind].url,
      stop: remove,
    },
    visitor: () => new StaffClient(url),
    remove,
  };
}
