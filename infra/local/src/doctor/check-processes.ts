import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { HealthReport } from '@clearwatch/contracts/system-status.dto';
import { lockOwner } from '../data-directory.ts';
import { ensureFree } from '../free-ports.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { postgresOn } from '../running-postgres.ts';
import type { Settings } from '../start-settings.ts';
import { type DoctorFinding, noteFinding, okFinding, problemFinding } from './doctor-finding.ts';

interface ServiceOnThisMachine {
  pid: number;
  name: string;
  /** Null when another user's process does not say. */
  port: number | null;
  /** The process that started it and still watches it; null when that one is gone. */
  supervisor: number | null;
}

const SUPERVISOR = /infra\/local|jest/;

/** The processes of this project's services; none where the system has no /proc. */
export function servicesOnThisMachine(): ServiceOnThisMachine[] {
  return processes().flatMap((pid) => {
    const name = read(pid, 'cmdline')
      .split('\0')
      .map(serviceIn)
      .find((found) => found !== null);
    if (name === undefined || name === null) return [];
    const parent = Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0);
    const port = Number(/(?:^|\0)PORT=(\d+)/.exec(read(pid, 'environ'))?.[1] ?? 0);
    return [{ pid, name, port: port === 0 ? null : port, supervisor: isSupervisor(parent) ? parent : null }];
  });
}

/** The service whose program this word of a command is; null when it is none of this project's. */
function serviceIn(word: string): string | null {
  const [folder, end] = [`${join(PROJECT_ROOT, 'services')}/`, '/dist/main.js'];
  return word.startsWith(folder) && word.endsWith(end) ? word.slice(folder.length, -end.length) : null;
}

/** What a process was started with, shortened for people. */
function commandOf(pid: number): string {
  return read(pid, 'cmdline').replaceAll('\0', ' ').trim().slice(0, 100);
}

function processes(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

const isSupervisor = (pid: number): boolean => pid > 1 && SUPERVISOR.test(read(pid, 'cmdline'));

/** Empty when the process is gone, or another user's. */
function read(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}

const LISTENING = '0A';

/** The process that listens on a port of this machine; null when it cannot be seen (another user's, no /proc). */
function whoListensOn(port: number): number | null {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const sockets = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
      linesOf(table).flatMap((line) => {
        const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
        return state === LISTENING && local.endsWith(`:${hex}`) ? [`socket:[${inode}]`] : [];
      }),
    ),
  );
  if (sockets.size === 0) return null;
  return processes().find((pid) => openFilesOf(pid).some((file) => sockets.has(file))) ?? null;
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(1);
  } catch {
    return [];
  }
}

function openFilesOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((handle) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${handle}`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** Who runs on these data, what an earlier run has left behind, and whether the port can be had. */
export async function checkProcesses({ dataDirectory, port, host }: Settings): Promise<DoctorFinding[]> {
  const owner = lockOwner(dataDirectory);
  const services = servicesOnThisMachine();
  const left = leftoverServices(services);
  if (owner !== null) return [okFinding('application', `runs as process ${owner}`), ...left];
  return [
    noteFinding('application', `does not run on ${dataDirectory}`, 'Start it with npm start.'),
    ...left,
    ...leftoverLock(dataDirectory),
    ...leftoverPostgres(dataDirectory),
    await portFinding(port, host),
  ];
}

function leftoverServices(services: readonly ServiceOnThisMachine[]): DoctorFinding[] {
  return services
    .filter(({ supervisor }) => supervisor === null)
    .map(({ pid, name }) =>
      problemFinding(
        'processes',
        `${name} (process ${pid}) runs without the process that started it`,
        `kill ${pid}`,
      ),
    );
}

function leftoverLock(dataDirectory: string): DoctorFinding[] {
  const file = join(dataDirectory, 'clearwatch.pid');
  return existsSync(file)
    ? [
        noteFinding(
          'lock',
          `${file} is left from a start that was cut off`,
          'The next npm start takes it over.',
        ),
      ]
    : [];
}

function leftoverPostgres(dataDirectory: string): DoctorFinding[] {
  const pid = postgresOn(join(dataDirectory, 'postgres'));
  return pid === null
    ? []
    : [
        problemFinding(
          'processes',
          `PostgreSQL (process ${pid}) still runs on these data, without the application`,
          `The next npm start ends it and starts its own; to end it now: kill -INT ${pid}`,
        ),
      ];
}

async function portFinding(port: number, host: string): Promise<DoctorFinding> {
  try {
    await ensureFree(port, host);
    return okFinding('port', `${port} is free`);
  } catch (error) {
    const holder = whoListensOn(port);
    const by = holder === null ? '' : ` It is process ${holder}: ${commandOf(holder)}`;
    const [says = '', ...remedy] = (error instanceof Error ? error.message : String(error)).split(/(?<=\.) /);
    return problemFinding('port', `${says}${by}`, remedy.join(' '));
  }
}

const ANSWER_WITHIN_MS = 5_000;
const NAMES = ['auth', 'ingest', 'analytics', 'reports', 'gateway'];

/** Asks each service of the running application how it is. */
export async function checkServices(
  services: readonly ServiceOnThisMachine[],
  logs: string,
): Promise<DoctorFinding[]> {
  const missing = NAMES.filter((name) => !services.some((service) => service.name === name));
  const answers = await Promise.all(services.map((service) => healthOf(service, logs)));
  return [
    ...missing.map((name) =>
      problemFinding(
        'services',
        `${name} does not run`,
        `The reason is at the end of ${logs}/${name}.log; it is started again by itself.`,
      ),
    ),
    ...answers,
  ];
}

async function healthOf({ name, port }: ServiceOnThisMachine, logs: string): Promise<DoctorFinding> {
  const look = `See ${logs}/${name}.log.`;
  if (port === null)
    return problemFinding(
      'services',
      `${name} runs as another user, who cannot be asked`,
      'Run this as that user.',
    );
  const path = name === 'gateway' ? '/api/health' : '/health';
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const { status, checks } = (await answer.json()) as HealthReport;
    if (status === 'up') return okFinding('services', `${name} is up, on port ${port}`);
    const down = checks.filter(({ state }) => state !== 'up');
    return problemFinding(
      'services',
      `${name} lacks ${down.map((check) => `${check.name} (${check.reason ?? 'down'})`).join(', ')}`,
      look,
    );
  } catch {
    return problemFinding('services', `${name} does not answer on port ${port}`, look);
  }
}
