import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { prepareDataDirectory } from '@clearwatch/infra-local/data-directory';
import { startSupervisedPostgres } from '@clearwatch/infra-local/embedded-postgres';
import { freePort } from '@clearwatch/infra-local/free-ports';
import { loadKeys } from '@clearwatch/infra-local/installation-keys';
import { rolePasswords, serviceEnvironments } from '@clearwatch/infra-local/service-environments';
import { serviceProgram } from '@clearwatch/infra-local/service-process';
import { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  copyTemplateDatabase,
  TEMPORARY_FIRST_PASSWORD,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { startTestRedis, testFolder } from '@clearwatch/infra-local/test-servers';
import { prepareDatabase } from '@clearwatch/infra-postgres/prepare-database';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';

interface RoundRobinProxy {
  url: string;
  /** Number of requests to each process. */
  requestCounts(): number[];
  close(): Promise<void>;
}

/**
 * One address for several processes of a service, instead of a host name that resolves to all of them. Each request
 * goes to the next process, unlike with persistent connections, where some go to the same process again.
 */
async function startRoundRobinProxy(ports: readonly number[]): Promise<RoundRobinProxy> {
  const requestCounts = ports.map(() => 0);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const next = turn % ports.length;
    turn += 1;
    requestCounts[next] = (requestCounts[next] ?? 0) + 1;
    pass(incoming, outgoing, ports[next] ?? 0);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestCounts: () => [...requestCounts],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  outgoing.once('close', () => passed.destroy());
  incoming.pipe(passed);
}

/** Many processes start side by side, on a machine that may be busy. */
const HEALTHY_WITHIN_MS = 480_000;
/** Successive clock jumps: ahead, far back, back to the right time. */
const CLOCK_JUMPS_MS = [20, -40, 20].map((minutes) => minutes * 60_000);
const CLOCK = pathToFileURL(join(import.meta.dirname, 'jumping-clock.mjs')).href;

/** One process of a service, as a container runs it, without a supervisor. */
export class ServiceProcess {
  readonly port: number;
  private readonly child: ChildProcess;
  private readonly logFile: string;
  private readonly healthPath: string;

  private constructor(one: { port: number; child: ChildProcess; logFile: string; healthPath: string }) {
    this.port = one.port;
    this.child = one.child;
    this.logFile = one.logFile;
    this.healthPath = one.healthPath;
  }

  static async start(options: {
    service: string;
    /** Name of its log file, without the extension. */
    name: string;
    env: Readonly<Record<string, string>>;
    logDirectory: string;
  }): Promise<ServiceProcess> {
    const { service, name, env, logDirectory } = options;
    const port = await freePort();
    const logFile = join(logDirectory, `${name}.log`);
    const log = openSync(logFile, 'a', 0o600);
    const program = serviceProgram(service, {
      ...env,
      CLOCK_JUMPS: CLOCK_JUMPS_MS.join(','),
      PORT: String(port),
    });
    const child = spawn(program.command, ['--import', CLOCK, ...program.args], {
      // The IPC channel tells the process when the test has ended.
      stdio: ['ignore', log, log, 'ipc'],
      env: program.env,
    });
    closeSync(log);
    const healthPath = service === 'gateway' ? '/api/health' : '/health';
    return new ServiceProcess({ port, child, logFile, healthPath });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  async untilHealthy(): Promise<void> {
    const answers = () =>
      fetch(`${this.url}${this.healthPath}`).then(
        ({ ok }) => ok,
        () => false,
      );
    await waitUntil(
      `${this.logFile} is healthy`,
      async () => {
        if (this.child.exitCode !== null) throw new Error(`The process has ended:\n${this.log()}`);
        return answers();
      },
      HEALTHY_WITHIN_MS,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${this.log()}`);
    });
  }

  /** Moves the clock by the next of `CLOCK_JUMPS_MS`; does nothing when the process has ended. */
  async jumpClock(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const jumps = () => this.log().split('"msg":"clock jumped"').length;
    const before = jumps();
    child.kill('SIGUSR2');
    await waitUntil('the clock has jumped', () => jumps() > before);
  }

  /** SIGKILL: the process returns no job to the queue. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    child.kill('SIGKILL');
    await exited;
  }
}

type Service = keyof Awaited<ReturnType<typeof serviceEnvironments>>;
const SERVICES_BEHIND = ['auth', 'ingest', 'analytics', 'reports'] as const;
type ServiceBehind = (typeof SERVICES_BEHIND)[number];

/** Services with separate worker processes for their long jobs; auth and reports run both roles in each process. */
const SPLIT: readonly ServiceBehind[] = ['ingest', 'analytics'];

/** The gateway's settings for the address of each service, as in the compose file. */
const ADDRESS_OF: Record<ServiceBehind, string> = {
  auth: 'AUTH_URL',
  ingest: 'INGEST_URL',
  analytics: 'ANALYTICS_URL',
  reports: 'REPORTS_URL',
};

/** Also usable wherever a temporary installation with one gateway, database and folder is expected. */
export interface ScaledInstallation extends TemporaryInstallation {
  /** Addresses of the two gateways; `url` is the first. */
  gateways: readonly [string, string];
  requestCounts(service: ServiceBehind): number[];
  startWorker(service: 'ingest' | 'analytics'): Promise<ServiceProcess>;
  /** Moves the clocks of all processes by the next of `CLOCK_JUMPS_MS`, as on one machine. */
  jumpClocks(): Promise<void>;
}

/** Starts two gateways and two APIs per service on one PostgreSQL and one Redis, but no ingest or analytics worker. */
export async function startScaledInstallation(): Promise<ScaledInstallation> {
  const dataDirectory = mkdtempSync(join(testFolder(), 'clearwatch-scaled-'));
  chmodSync(dataDirectory, 0o711);
  const undo: (() => Promise<void> | void)[] = [() => rmSync(dataDirectory, { recursive: true, force: true })];
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
  const messages: string[] = [];
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
    log: (line) => void messages.push(line),
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
  const processes: ServiceProcess[] = [];
  undo.push(async () => void (await Promise.all(processes.map((one) => one.kill()))));
  const run = async (service: Service, role: string, more = {}): Promise<ServiceProcess> => {
    const one = await ServiceProcess.start({
      service,
      name: `${service}-${role}-${processes.length}`,
      env: { ...environments[service], PROCESS_ROLE: role, ...more },
      logDirectory,
    });
    processes.push(one);
    return one;
  };
  const proxies = {} as Record<ServiceBehind, RoundRobinProxy>;
  for (const service of SERVICES_BEHIND) {
    const role = SPLIT.includes(service) ? 'api' : 'all';
    const [one, other] = [await run(service, role), await run(service, role)];
    proxies[service] = await startRoundRobinProxy([one.port, other.port]);
    undo.push(() => proxies[service].close());
  }
  const addresses = Object.fromEntries(SERVICES_BEHIND.map((service) => [ADDRESS_OF[service], proxies[service].url]));
  const gateways = [await run('gateway', 'api', addresses), await run('gateway', 'api', addresses)] as const;
  await Promise.all(processes.map((one) => one.untilHealthy()));
  const url = gateways[0].url;
  return {
    url,
    gateways: [url, gateways[1].url],
    dataDirectory,
    messages,
    requestCounts: (service) => proxies[service].requestCounts(),
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
      urlOf: (service) => proxies[service as ServiceBehind].url,
      environmentOf: (service) => environments[service],
      metricsUrlOf: (service) => proxies[service as ServiceBehind].url,
      stop: remove,
    },
    newClient: () => new StaffClient(url),
    remove,
  };
}

/** Opens the event stream, as a page does. @returns the received events, in order */
export async function listening(
  client: StaffClient,
): Promise<{ received: ServerEvent[]; ended: Promise<void>; leave(): void }> {
  const leaving = new AbortController();
  const answer = await fetch(new URL('/api/events', client.base), {
    headers: { cookie: client.cookieHeader },
    signal: leaving.signal,
  });
  if (answer.status !== 200 || answer.body === null) throw new Error(`No events: ${answer.status}`);
  const received: ServerEvent[] = [];
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body) {
      const lines = (text + decoder.decode(chunk, { stream: true })).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('data: ')) received.push(JSON.parse(line.slice('data: '.length)) as ServerEvent);
    }
  };
  return {
    received,
    ended: read(answer.body).catch(() => undefined),
    leave: () => leaving.abort(),
  };
}
