import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { HealthReport } from '@clearwatch/contracts/system-status.dto';
import { prepareDatabase } from '@clearwatch/infra-postgres/prepare-database';
import { DATABASE_RECOVERING_MESSAGE } from '@clearwatch/service-kit/health/health-probe';
import { lockInstance, prepareDataDirectory } from './data-directory.ts';
import { startSupervisedPostgres } from './embedded-postgres.ts';
import { ensureFree } from './free-ports.ts';
import { loadKeys, recordKeysInUse } from './installation-keys.ts';
import {
  FIRST_PASSWORD_FILE,
  makeSampleFile,
  rolePasswords,
  type ServiceName,
  serviceEnvironments,
} from './service-environments.ts';
import { ServiceProcess } from './service-process.ts';
import type { Settings } from './start-settings.ts';

const RETRY_AFTER_SECONDS = 5;
const STARTING_REPORT: HealthReport = {
  status: 'recovering',
  waitsFor: DATABASE_RECOVERING_MESSAGE,
  checks: [{ name: 'database', state: 'recovering', milliseconds: 0 }],
};
const STARTING_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Retry-After': String(RETRY_AFTER_SECONDS),
  'X-Error-Code': 'unavailable',
  Connection: 'close',
};
const STARTING_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
<title>Clearwatch is starting</title><h1>Clearwatch is starting</h1><p>${DATABASE_RECOVERING_MESSAGE}</p></html>\n`;

/** Responds during crash recovery, which may take a while. @returns a function that releases the port */
export async function answerWhileStarting({ port, host }: Pick<Settings, 'port' | 'host'>) {
  const server = createServer((request, response) => {
    request.resume();
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    // A prefix may precede the path (PUBLIC_PATH).
    const [type, body] = path.endsWith('/api/health')
      ? ['application/json', JSON.stringify(STARTING_REPORT)]
      : path.includes('/api/')
        ? ['text/plain', DATABASE_RECOVERING_MESSAGE]
        : ['text/html', STARTING_PAGE];
    response.writeHead(503, { 'Content-Type': `${type}; charset=utf-8`, ...STARTING_HEADERS }).end(body);
  });
  await once(server.listen(port, host), 'listening');
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

/** The host part of a URL for a program that listens on `host`. */
export function urlHost(host: string, here: 'localhost' | '127.0.0.1'): string {
  if (['', '127.0.0.1', '0.0.0.0', '::'].includes(host)) return here;
  return host.includes(':') ? `[${host}]` : host;
}

const HEALTH_TIMEOUT_MS = 60_000;

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** Starts everything, and stops it again when a step fails or `signal` is aborted. */
export async function startStack(options: {
  settings: Settings;
  log: (line: string) => void;
  signal: AbortSignal;
  throwaway?: 'throwaway';
}) {
  const { settings, log, signal } = options;
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  const embedded = async (): Promise<string> => {
    const postgres = await startSupervisedPostgres({
      directory: join(settings.dataDirectory, 'postgres'),
      password: loadKeys(settings.dataDirectory).databaseOwner,
      logFile: join(settings.dataDirectory, 'logs', 'postgres.log'),
      throwaway: options.throwaway,
      signal,
      log,
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
    undo.push(recordKeysInUse(settings.dataDirectory, keys));
    const ownerUrl = settings.databaseUrl ?? (await embedded());
    signal.throwIfAborted();
    await prepareDatabase(ownerUrl, rolePasswords(keys));
    signal.throwIfAborted();

    const environments = await serviceEnvironments({ settings, keys, ownerUrl });
    const urlOf = (name: ServiceName): string =>
      `http://${urlHost(environments[name]['HOST'] ?? '', '127.0.0.1')}:${environments[name]['PORT']}`;
    const services = (Object.keys(environments) as ServiceName[]).map((name) => {
      // The gateway's health check includes all services.
      const healthUrl = `${urlOf(name)}${name === 'gateway' ? '/api/health' : '/health'}`;
      return new ServiceProcess({ name, env: environments[name], logDirectory, log, healthUrl });
    });
    undo.push(async () => void (await Promise.all(services.map((service) => service.stop()))));
    await answering();
    for (const service of services) service.start();
    await Promise.all(services.map((service) => service.untilHealthy(HEALTH_TIMEOUT_MS, signal)));
    return {
      url: `http://${urlHost(settings.host, 'localhost')}:${settings.port}${settings.publicPath ?? ''}`,
      /** Null except on the first start without ADMIN_PASSWORD. */
      firstAdminPassword: takeFirstPassword(settings.dataDirectory),
      ownerUrl,
      pidOf: (name: ServiceName) => services.find((service) => service.name === name)?.pid,
      urlOf,
      environmentOf: (name: ServiceName) => environments[name],
      metricsUrlOf: (name: ServiceName) => `http://127.0.0.1:${environments[name]['METRICS_PORT']}/metrics`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function takeFirstPassword(dataDirectory: string): string | null {
  const file = join(dataDirectory, 'keys', FIRST_PASSWORD_FILE);
  if (!existsSync(file)) return null;
  const password = readFileSync(file, 'utf8').trim();
  rmSync(file);
  return password;
}
