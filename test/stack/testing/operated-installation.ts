import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@clearwatch/infra-local/free-ports';
import { loadKeys } from '@clearwatch/infra-local/installation-keys';
import { portOfRunningPostgres } from '@clearwatch/infra-local/running-postgres';
import { StaffClient } from '@clearwatch/infra-local/staff-client';
import { testFolder } from '@clearwatch/infra-local/test-servers';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';

const ROOT = join(import.meta.dirname, '..', '..', '..');
export const FIRST_PASSWORD = 'first-password-of-the-operator';
export const READY_WITHIN_MS = 120_000;

interface CommandResult {
  code: number | null;
  out: string;
  errorOutput: string;
}

/** An installation as operators run it: commands are programs that use a data folder. It can be restarted. */
export class OperatedInstallation {
  readonly dataDirectory = mkdtempSync(join(testFolder(), 'clearwatch-operator-'));
  private port = 0;
  private running: ChildProcess | null = null;

  constructor() {
    chmodSync(this.dataDirectory, 0o711);
  }

  newClient(): StaffClient {
    return new StaffClient(`http://127.0.0.1:${this.port}`);
  }

  async start(): Promise<void> {
    if (this.port === 0) this.port = await freePort();
    const child = this.#launch('start', []);
    this.running = child;
    const output = collectOutput(child);
    await waitUntil('the installation is ready', () => output().includes('Clearwatch is ready'), READY_WITHIN_MS);
  }

  async stop(): Promise<void> {
    if (this.running === null) return;
    const exited = ended(this.running);
    this.running.kill('SIGTERM');
    await exited;
    this.running = null;
  }

  async run(program: string, args: readonly string[] = [], more: Record<string, string> = {}): Promise<CommandResult> {
    const child = this.#launch(program, args, more);
    const [out, errors] = [collectOutput(child, 'stdout'), collectOutput(child, 'stderr')];
    const code = await ended(child);
    return { code, out: out(), errorOutput: errors() };
  }

  async ownerUrl(): Promise<string> {
    const port = await portOfRunningPostgres(join(this.dataDirectory, 'postgres'));
    return `postgres://clearwatch_owner:${loadKeys(this.dataDirectory).databaseOwner}@127.0.0.1:${port}/clearwatch`;
  }

  async asOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: await this.ownerUrl() });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dataDirectory, { recursive: true, force: true });
  }

  #launch(program: string, args: readonly string[], more: Record<string, string> = {}): ChildProcess {
    return spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(ROOT, 'infra/local/src/commands.ts'), program, ...args],
      {
        cwd: ROOT,
        env: {
          PATH: process.env['PATH'] ?? '',
          // As `bootstrap.mjs` sets it.
          NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'clearwatch-compiled'),
          DATA_DIR: this.dataDirectory,
          ...(this.port === 0 ? {} : { PORT: String(this.port) }),
          ADMIN_PASSWORD: FIRST_PASSWORD,
          ...more,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
  }
}

function collectOutput(child: ChildProcess, stream?: 'stdout' | 'stderr'): () => string {
  let output = '';
  for (const source of stream === undefined ? [child.stdout, child.stderr] : [child[stream]]) {
    source?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return () => output;
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('close', resolve);
  });
}
