import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase } from '@clearwatch/infra-postgres/prepare-database';
import { answerWhileStarting } from './answer-while-starting.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { hostFor } from './host-for.ts';
import { lockInstance } from './instance-lock.ts';
import { loadKeys } from './keys.ts';
import { noteKeysInUse } from './keys-in-use.ts';
import { ensureFree } from './ports.ts';
import { makeSampleFile } from './sample-file.ts';
import {
  FIRST_PASSWORD_FILE,
  rolePasswords,
  type ServiceName,
  serviceEnvironments,
} from './service-environments.ts';
import { ServiceProcess } from './service-process.ts';
import type { Settings } from './settings.ts';
import { startWatchedPostgres } from './watched-postgres.ts';

const HEALTHY_WITHIN_MS = 60_000;

export interface Stack {
  url: string;
  /** Only on the very first start without ADMIN_PASSWORD; shown once, kept nowhere. */
  firstAdminPassword: string | null;
  /** The migration owner's address, for tests and benchmarks that look behind the services. */
  ownerUrl: string;
  /** Process id of a service, for tests that kill it. */
  pidOf(service: ServiceName): number | undefined;
  /** Private address of a service, for tests that go past the gateway. */
  urlOf(service: ServiceName): string;
  /** What a service is told, for tests that run a second process of it. */
  environmentOf(service: ServiceName): Readonly<Record<string, string>>;
  /** Where a service tells its figures, when the settings have it do so. */
  metricsUrlOf(service: ServiceName): string;
  stop(): Promise<void>;
}

/**
 * The whole application on this machine: database, migrations, five services, each under watch. Whatever was
 * started is stopped again when a step fails or `signal` is aborted.
 */
export async function startStack(options: {
  settings: Settings;
  say: (line: string) => void;
  signal: AbortSignal;
  throwaway?: 'throwaway';
}): Promise<Stack> {
  const { settings, say, signal } = options;
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  const embedded = async (): Promise<string> => {
    const postgres = await startWatchedPostgres({
      directory: join(settings.dataDirectory, 'postgres'),
      password: loadKeys(settings.dataDirectory).databaseOwner,
      logFile: join(settings.dataDirectory, 'logs', 'postgres.log'),
      throwaway: options.throwaway,
      signal,
      say,
    });
    undo.push(() => postgres.stop());
    return postgres.ownerUrl();
  };
  try {
    const logDirectory = prepareDataDirectory(settings.dataDirectory);
    undo.push(lockInstance(settings.dataDirectory));
    await ensureFree(settings.port, settings.host);
    const answering = await answerWhileStarting(settings);
    undo.push(answering);
    makeSampleFile(settings.dataDirectory);
    const keys = loadKeys(settings.dataDirectory);
    undo.push(noteKeysInUse(settings.dataDirectory, keys));
    const ownerUrl = settings.databaseUrl ?? (await embedded());
    signal.throwIfAborted();
    await prepareDatabase(ownerUrl, rolePasswords(keys));
    signal.throwIfAborted();

    const environments = await serviceEnvironments({ settings, keys, ownerUrl });
    const services = Object.entries(environments).map(
      ([name, env]) => new ServiceProcess({ name, env, logDirectory, say, healthUrl: healthUrl(name, env) }),
    );
    undo.push(async () => void (await Promise.all(services.map((service) => service.stop()))));
    await answering();
    for (const service of services) service.start();
    await Promise.all(services.map((service) => service.untilHealthy(HEALTHY_WITHIN_MS, signal)));
    return {
      url: `http://${hostFor(settings.host, 'localhost')}:${settings.port}${settings.publicPath ?? ''}`,
      firstAdminPassword: takeFirstPassword(settings.dataDirectory),
      ownerUrl,
      pidOf: (name) => services.find((service) => service.name === name)?.pid,
      urlOf: (name) =>
        `http://${hostFor(environments[name]['HOST'] ?? '', '127.0.0.1')}:${environments[name]['PORT']}`,
      environmentOf: (name) => environments[name],
      metricsUrlOf: (name) => `http://127.0.0.1:${environments[name]['METRICS_PORT']}/metrics`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The gateway's own answer covers all services, their databases and queues. */
function healthUrl(name: string, env: Record<string, string>): string {
  const host = hostFor(env['HOST'] ?? '', '127.0.0.1');
  return `http://${host}:${env['PORT']}${name === 'gateway' ? '/api/health' : '/health'}`;
}

function takeFirstPassword(dataDirectory: string): string | null {
  const file = join(dataDirectory, 'keys', FIRST_PASSWORD_FILE);
  if (!existsSync(file)) return null;
  const password = readFileSync(file, 'utf8').trim();
  rmSync(file);
  return password;
}
