import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@clearwatch/infra-local/free-ports';
import { serviceProgram } from '@clearwatch/infra-local/service-process';
import { until } from '@clearwatch/service-kit/testing/until';

/** Many processes start side by side, on a machine that may be busy. */
const HEALTHY_WITHIN_MS = 480_000;
/** What its clock does when it is told to: ahead, far back, right again. */
const CLOCK_JUMPS_MS = [20, -40, 20].map((minutes) => minutes * 60_000);
const CLOCK = pathToFileURL(join(import.meta.dirname, 'jumping-clock.mjs')).href;

/** One process of one service, as a container runs it; nobody starts it again. */
export class OneProcess {
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
    /** Of its log. */
    name: string;
    env: Readonly<Record<string, string>>;
    logDirectory: string;
  }): Promise<OneProcess> {
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
      // Over the channel it notices that the test is gone.
      stdio: ['ignore', log, log, 'ipc'],
      env: program.env,
    });
    closeSync(log);
    const healthPath = service === 'gateway' ? '/api/health' : '/health';
    return new OneProcess({ port, child, logFile, healthPath });
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
    await until(
      `${this.logFile} is healthy`,
      async () => {
        if (this.child.exitCode !== null) throw new Error(`It has ended:\n${this.log()}`);
        return answers();
      },
      HEALTHY_WITHIN_MS,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${this.log()}`);
    });
  }

  /** By the next of `CLOCK_JUMPS_MS`; of one that is gone no clock is set. */
  async jumpClock(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const jumps = () => this.log().split('"msg":"clock jumped"').length;
    const before = jumps();
    child.kill('SIGUSR2');
    await until('its clock has jumped', () => jumps() > before);
  }

  /** SIGKILL: nothing is handed back, nothing is told. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    child.kill('SIGKILL');
    await gone;
  }
}
