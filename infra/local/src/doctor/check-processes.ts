import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { HealthReport } from '@clearwatch/contracts/system-status.dto';
import { lockOwner } from '../data-directory.ts';
import { ensureFree } from '../free-ports.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { postgresOn, processIds } from '../running-postgres.ts';
import type { Settings } from '../start-settings.ts';
import { about, type DoctorFinding } from './doctor-finding.ts';

interface ServiceOnThisMachine {
  pid: number;
  name: string;
  /** Null for another user's process. */
  port: number | null;
  /** The process that started it and still monitors it; null when that process has ended. */
  supervisor: number | null;
}

const SUPERVISOR = /infra\/local|jest/;

const MAIN_PROGRAM = /^\/services\/([^/]+)\/dist\/main\.js$/;

/** Empty on systems without /proc. */
export function servicesOnThisMachine(): ServiceOnThisMachine[] {
  return processes().flatMap((pid) => {
    const words = read(pid, 'cmdline').split('\0');
    const inProject = words.filter((word) => word.startsWith(PROJECT_ROOT));
    const name = inProject.map((word) => MAIN_PROGRAM.exec(word.slice(PROJECT_ROOT.length))?.[1]).find(Boolean);
    if (name === undefined) return [];
    const parent = Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0);
    const port = Number(/(?:^|\0)PORT=(\d+)/.exec(read(pid, 'environ'))?.[1] ?? 0);
    return [{ pid, name, port: port === 0 ? null : port, supervisor: isSupervisor(parent) ? parent : null }];
  });
}

const processes = (): number[] => orElse([], processIds);

const isSupervisor = (pid: number): boolean => pid > 1 && SUPERVISOR.test(read(pid, 'cmdline'));

const read = (pid: number, what: string): string => orElse('', () => readFileSync(`/proc/${pid}/${what}`, 'utf8'));

const LISTENING = '0A';

function whoListensOn(port: number): number | null {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const tables = ['tcp', 'tcp6'].map((name) => orElse('', () => readFileSync(`/proc/net/${name}`, 'utf8')));
  const lines = tables.flatMap((table) => table.split('\n')).map((line) => line.trim().split(/\s+/));
  const listening = lines.filter(([, local, , state]) => state === LISTENING && local?.endsWith(`:${hex}`));
  const sockets = new Set(listening.map((columns) => `socket:[${columns[9]}]`));
  if (sockets.size === 0) return null;
  return processes().find((pid) => openFilesOf(pid).some((file) => sockets.has(file))) ?? null;
}

const openFilesOf = (pid: number): string[] =>
  orElse([], () => readdirSync(`/proc/${pid}/fd`)).map((handle) =>
    orElse('', () => readlinkSync(`/proc/${pid}/fd/${handle}`)),
  );

/** Unreadable files belong to another user or to a process that has ended, or do not exist on this system. */
function orElse<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}

export async function checkProcesses({ dataDirectory, port, host }: Settings): Promise<DoctorFinding[]> {
  const owner = lockOwner(dataDirectory);
  const { problem } = about('processes');
  const leftovers = servicesOnThisMachine()
    .filter(({ supervisor }) => supervisor === null)
    .map(({ pid, name }) =>
      problem(`${name} (process ${pid}) is running without the process that started it`, `kill ${pid}`),
    );
  if (owner !== null) return [about('application').ok(`running as process ${owner}`), ...leftovers];
  const stopped = about('application').note(`not running in ${dataDirectory}`, 'Start it with npm start.');
  const findings = [stopped, ...leftovers];
  const lock = join(dataDirectory, 'clearwatch.pid');
  if (existsSync(lock)) {
    const summary = `${lock} remains from an interrupted start`;
    findings.push(about('lock').note(summary, 'The next npm start replaces it.'));
  }
  const postgres = postgresOn(join(dataDirectory, 'postgres'));
  if (postgres !== null) {
    const summary = `PostgreSQL (process ${postgres}) is still running on this data without the application`;
    const remedy = `The next npm start stops it and starts its own. To stop it now: kill -INT ${postgres}`;
    findings.push(problem(summary, remedy));
  }
  return [...findings, await portFinding(port, host)];
}

async function portFinding(port: number, host: string): Promise<DoctorFinding> {
  try {
    await ensureFree(port, host);
    return about('port').ok(`${port} is free`);
  } catch (error) {
    const holder = whoListensOn(port);
    const command = holder === null ? '' : read(holder, 'cmdline').replaceAll('\0', ' ').trim().slice(0, 100);
    const by = holder === null ? '' : ` It is used by process ${holder}: ${command}`;
    const reason = error instanceof Error ? error.message : String(error);
    const [summary = '', ...remedy] = reason.split(/(?<=\.) /);
    return about('port').problem(`${summary}${by}`, remedy.join(' '));
  }
}

const ANSWER_WITHIN_MS = 5_000;
const NAMES = ['auth', 'ingest', 'analytics', 'reports', 'gateway'];
const { ok, problem } = about('services');

export async function checkServices(services: readonly ServiceOnThisMachine[], logs: string): Promise<DoctorFinding[]> {
  const missing = NAMES.filter((name) => !services.some((service) => service.name === name)).map((name) => {
    const remedy = `The end of ${logs}/${name}.log shows the reason. Clearwatch restarts the service automatically.`;
    return problem(`${name} is not running`, remedy);
  });
  return [...missing, ...(await Promise.all(services.map((service) => healthOf(service, logs))))];
}

async function healthOf({ name, port }: ServiceOnThisMachine, logs: string): Promise<DoctorFinding> {
  const remedy = `See ${logs}/${name}.log.`;
  if (port === null)
    return problem(`${name} runs as another user and cannot be checked`, 'Run this command as that user.');
  const url = `http://127.0.0.1:${port}${name === 'gateway' ? '/api/health' : '/health'}`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const { status, checks } = (await answer.json()) as HealthReport;
    if (status === 'up') return ok(`${name} is up on port ${port}`);
    const down = checks.filter(({ state }) => state !== 'up');
    const reasons = down.map((check) => `${check.name} (${check.reason ?? 'down'})`);
    return problem(`${name} cannot reach ${reasons.join(', ')}`, remedy);
  } catch {
    return problem(`${name} does not respond on port ${port}`, remedy);
  }
}
