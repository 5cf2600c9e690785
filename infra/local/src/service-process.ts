import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { restartPause, WELL_AFTER_MS } from './backoff.ts';
import { serviceProgram } from './service-program.ts';

const LARGEST_LOG_BYTES = 50 * 2 ** 20;
/** sysexits.h EX_CONFIG: starting again would not help. */
const EXIT_CONFIGURATION = 78;
const STOP_LIMIT_MS = 9_000;

export interface ServiceOptions {
  name: string;
  env: Record<string, string>;
  /** Answers 200 when the service and everything it needs is up. */
  healthUrl: string;
  logDirectory: string;
  /** Where a person reads what happens. */
  say: (line: string) => void;
}

/** One service under watch: started again when it stops by itself, its output kept in a log file. */
export class ServiceProcess {
  private child: ChildProcess | undefined;
  private restarts = 0;
  private startedAt = 0;
  private stopping = false;
  private startFailure: Error | undefined;

  private readonly options: ServiceOptions;

  constructor(options: ServiceOptions) {
    this.options = options;
  }

  get name(): string {
    return this.options.name;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  start(): void {
    const { name, logDirectory } = this.options;
    const logFile = join(logDirectory, `${name}.log`);
    keepSmall(logFile);
    const log = openSync(logFile, 'a', 0o600);
    this.startedAt = Date.now();
    const { command, args, env } = serviceProgram(name, this.options.env);
    const child = spawn(command, args, {
      // The channel is how a service notices that this process is gone, even after kill -9.
      stdio: ['ignore', log, log, 'ipc'],
      env,
      detached: true,
    });
    closeSync(log);
    this.child = child;
    // No process could be made (out of memory, too many processes): as if it had stopped at once.
    child.once('error', () => {
      if (child.pid === undefined) this.onExit(null, null);
    });
    child.once('exit', (code, signal) => this.onExit(code, signal));
  }

  /** Resolves when the service answers its health check with everything up. */
  async untilHealthy(limitMs: number, signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + limitMs;
    while (Date.now() < deadline) {
      signal.throwIfAborted();
      if (this.startFailure !== undefined) throw this.startFailure;
      if (await answers(this.options.healthUrl)) return;
      await pause(50);
    }
    throw new Error(`${this.name} did not become healthy within ${limitMs / 1_000} s.\n${this.logTail()}`);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const { child } = this;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await gone;
    clearTimeout(timer);
  }

  private onExit(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.stopping) return;
    if (code === EXIT_CONFIGURATION) {
      this.startFailure = new Error(`${this.name} cannot run with its settings.\n${this.logTail()}`);
      this.options.say(this.startFailure.message);
      return;
    }
    this.restarts = Date.now() - this.startedAt > WELL_AFTER_MS ? 1 : this.restarts + 1;
    const wait = restartPause(this.restarts);
    const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
    this.options.say(
      `${this.name} stopped (${how}); starting it again in ${wait / 1_000} s. Log: ${this.options.logDirectory}`,
    );
    setTimeout(() => {
      if (!this.stopping) this.start();
    }, wait);
  }

  private logTail(): string {
    const lines = readFileSync(join(this.options.logDirectory, `${this.name}.log`), 'utf8')
      .trim()
      .split('\n');
    return lines.slice(-8).join('\n');
  }
}

/** One old file is kept; what needs longer keeping is in the audit log, not here. */
function keepSmall(file: string): void {
  try {
    if (statSync(file).size > LARGEST_LOG_BYTES) renameSync(file, `${file}.1`);
  } catch {
    // No log yet.
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
