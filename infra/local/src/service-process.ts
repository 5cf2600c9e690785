import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { bundleFolder, contentsIn } from './libraries/library-bundle.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { withoutUndefined } from './start-settings.ts';

const FIRST_RESTART_PAUSE_MS = 500;
/**
 * Short enough for a worker that is repeatedly killed to resume its jobs: after 20 s, another worker takes them
 * (jobs.module.ts).
 */
const MAX_RESTART_PAUSE_MS = 8_000;

export function restartPause(restartsInARow: number): number {
  return Math.min(MAX_RESTART_PAUSE_MS, FIRST_RESTART_PAUSE_MS * 2 ** (restartsInARow - 1));
}

/** A process that ran this long is considered healthy. A process that cannot run exits during startup. */
const STABLE_AFTER_MS = 10_000;

/** Set by the test command, because locating the bundle reads all sources, which takes half a second. */
export const BUNDLE_IN_TESTS = 'TEST_SERVICE_LIBRARIES';

let bundleContents: string | undefined;

/**
 * Loads source maps only for our own code, and loads bundled libraries: reading 2,600 library files takes two thirds of
 * the startup time.
 */
function serviceNodeArgs(): string[] {
  const args = ['--import', addressOf('own-source-maps.mjs')];
  bundleContents ??= process.env[BUNDLE_IN_TESTS] ?? contentsIn(bundleFolder('services'));
  if (!existsSync(bundleContents)) return args;
  const bundle = encodeURIComponent(pathToFileURL(bundleContents).href);
  return [...args, '--import', `${addressOf('bundled-libraries.mjs')}?${bundle}`];
}

const addressOf = (program: string): string => pathToFileURL(join(PROJECT_ROOT, 'infra', 'local', program)).href;

const COMPILE_CACHE = join(PROJECT_ROOT, 'node_modules', '.cache', 'clearwatch-compiled');

/** @param env the service's environment; only the time zone, PATH, and the compile cache are added */
export function serviceProgram(service: string, env: Readonly<Record<string, string>>) {
  return {
    command: process.execPath,
    args: [...serviceNodeArgs(), join(PROJECT_ROOT, 'services', service, 'dist', 'main.js')],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...withoutUndefined({ TZ: process.env['TZ'] }),
      ...env,
    },
  };
}

const MAX_LOG_BYTES = 50 * 2 ** 20;
/** sysexits.h EX_CONFIG: a restart would not help. */
const EXIT_CONFIGURATION = 78;
const STOP_LIMIT_MS = 9_000;

interface ServiceOptions {
  name: string;
  env: Record<string, string>;
  healthUrl: string;
  logDirectory: string;
  log: (line: string) => void;
}

/** Runs a service: restarts it when it exits on its own, and writes its output to a log file. */
export class ServiceProcess {
  readonly name: string;
  private child: ChildProcess | undefined;
  private restarts = 0;
  private startedAt = 0;
  private stopping = false;
  private startFailure: Error | undefined;
  private readonly logFile: string;

  private readonly options: ServiceOptions;

  constructor(options: ServiceOptions) {
    this.options = options;
    this.name = options.name;
    this.logFile = join(options.logDirectory, `${options.name}.log`);
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  start(): void {
    // Only one old log file is retained.
    const { size = 0 } = statSync(this.logFile, { throwIfNoEntry: false }) ?? {};
    if (size > MAX_LOG_BYTES) renameSync(this.logFile, `${this.logFile}.1`);
    const logDescriptor = openSync(this.logFile, 'a', 0o600);
    this.startedAt = Date.now();
    const { command, args, env } = serviceProgram(this.name, this.options.env);
    const child = spawn(command, args, {
      // The service detects through this channel that this process has ended, even after SIGKILL.
      stdio: ['ignore', logDescriptor, logDescriptor, 'ipc'],
      env,
      detached: true,
    });
    closeSync(logDescriptor);
    this.child = child;
    // No process could be created. Handle this like an immediate exit.
    child.once('error', () => {
      if (child.pid === undefined) this.onExit(null, null);
    });
    child.once('exit', (code, signal) => this.onExit(code, signal));
  }

  async untilHealthy(limitMs: number, signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + limitMs;
    while (Date.now() < deadline) {
      signal.throwIfAborted();
      if (this.startFailure !== undefined) throw this.startFailure;
      if (await isHealthy(this.options.healthUrl)) return;
      await pause(50);
    }
    throw new Error(`${this.name} did not become healthy within ${limitMs / 1_000} s.\n${this.logTail()}`);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const timer = setTimeout(() => this.child?.kill('SIGKILL'), STOP_LIMIT_MS);
    if (this.child !== undefined) await stopChild(this.child, 'SIGTERM');
    clearTimeout(timer);
  }

  private onExit(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.stopping) return;
    if (code === EXIT_CONFIGURATION) {
      this.startFailure = new Error(`${this.name} cannot start because its settings are invalid.\n${this.logTail()}`);
      this.options.log(this.startFailure.message);
      return;
    }
    this.restarts = Date.now() - this.startedAt > STABLE_AFTER_MS ? 1 : this.restarts + 1;
    const wait = restartPause(this.restarts);
    const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
    this.options.log(
      `${this.name} stopped (${how}); restarting in ${wait / 1_000} s. Log: ${this.options.logDirectory}`,
    );
    setTimeout(() => {
      if (!this.stopping) this.start();
    }, wait);
  }

  private logTail(): string {
    return readFileSync(this.logFile, 'utf8').trim().split('\n').slice(-8).join('\n');
  }
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Resolves when the process has ended. */
export async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
