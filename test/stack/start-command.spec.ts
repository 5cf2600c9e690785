import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@clearwatch/infra-local/free-ports';
import { testFolder } from '@clearwatch/infra-local/test-servers';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';

const ROOT = join(import.meta.dirname, '..', '..');

interface Started {
  child: ChildProcess;
  output: () => string;
  exit: Promise<number | null>;
}

/** `npm start` without npm: the same program with the same environment. */
function start(env: Record<string, string>, program = 'start', ...args: string[]): Started {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(ROOT, 'infra/local/src/commands.ts'), program, ...args],
    {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'info', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return {
    child,
    output: () => printed,
    exit: new Promise((resolve) => {
      child.once('exit', resolve);
    }),
  };
}

async function whenReady(started: Started): Promise<Started> {
  const { output } = started;
  await waitUntil('the start is ready or failed', () => /ready on|in use|failed|refuses/.test(output()), 60_000);
  expect(output()).toMatch(/Clearwatch is ready/);
  return started;
}

/** Processes that mention the data folder: the services and the database of this start. */
function remainingProcesses(dataDirectory: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const about = readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8');
        return about.includes(dataDirectory) ? [pid] : [];
      } catch {
        return [];
      }
    })
    .filter((pid) => Number(pid) !== process.pid);
}

function killNow(pid: string): void {
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch {
    // A service exits when the process that started it is gone.
  }
}

describe('start and stop', () => {
  let dataDirectory: string;
  let port: number;

  beforeEach(async () => {
    dataDirectory = mkdtempSync(join(testFolder(), 'clearwatch-start-'));
    port = await freePort();
  });

  afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }));

  const env = () => ({ DATA_DIR: dataDirectory, PORT: String(port) });

  it('npm start prints the first password once, refuses a second instance, stops cleanly, and starts again after any kill [fault 1.14, 3.3]', async () => {
    // Readable by all, like a folder made by hand: the database then runs as its own user in all three starts.
    chmodSync(dataDirectory, 0o755);
    const first = await whenReady(start(env()));
    expect(first.output()).toContain(`Clearwatch is ready on http://localhost:${port}`);
    expect(first.output()).toMatch(/with the password +\S{12,}/);
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);

    const second = start({ ...env(), PORT: String(await freePort()) });
    expect(await second.exit).toBe(1);
    expect(second.output()).toMatch(/already running in .* \(process \d+\)/);

    const requestedAt = Date.now();
    first.child.kill('SIGINT');
    expect(await first.exit).toBe(0);
    expect(Date.now() - requestedAt).toBeLessThan(10_000);
    expect(remainingProcesses(dataDirectory)).toEqual([]);

    const again = await whenReady(start(env()));
    expect(again.output()).not.toMatch(/with the password/);
    again.child.kill('SIGKILL');
    await again.exit;
    // Its services end with it.
    const afterItWasKilled = await whenReady(start(env()));
    remainingProcesses(dataDirectory).forEach(killNow);
    await afterItWasKilled.exit;
    const afterAllWereKilled = await whenReady(start(env()));
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
    afterAllWereKilled.child.kill('SIGTERM');
    expect(await afterAllWereKilled.exit).toBe(0);
    expect(remainingProcesses(dataDirectory)).toEqual([]);
  }, 180_000);

  it('npm start works with a data folder that only its owner can enter', async () => {
    chmodSync(dataDirectory, 0o700);
    const inner = join(dataDirectory, 'private');
    mkdirSync(inner, { mode: 0o700 });
    const started = await whenReady(start({ ...env(), DATA_DIR: join(inner, 'data') }));
    started.child.kill('SIGTERM');
    expect(await started.exit).toBe(0);
  }, 90_000);

  it('npm start reports a port that is in use', async () => {
    const squatter: Server = createServer().listen(port, '127.0.0.1');
    const started = start(env());
    expect(await started.exit).toBe(1);
    expect(started.output()).toContain(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
    );
    squatter.close();
  }, 60_000);

  it('npm start names every invalid setting', async () => {
    const started = start({ ...env(), PORT: 'eighty', REDIS_URL: 'localhost' });
    expect(await started.exit).toBe(1);
    expect(started.output()).toMatch(/PORT must be.*\n.*REDIS_URL must be/);
  }, 60_000);

  it('npm start does not replace damaged keys, which would lock all users out', async () => {
    mkdirSync(join(dataDirectory, 'keys'), { recursive: true });
    writeFileSync(join(dataDirectory, 'keys', 'keys.json'), '{"session":"half');
    const started = start(env());
    expect(await started.exit).toBe(1);
    expect(started.output()).toMatch(/not a usable key file. Restore it from a backup/);
    expect(readFileSync(join(dataDirectory, 'keys', 'keys.json'), 'utf8')).toBe('{"session":"half');
  }, 60_000);

  it.each([300, 1_200, 2_200])(
    'npm start leaves no process behind when stopped %d ms into the start',
    async (milliseconds) => {
      const started = start(env());
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      started.child.kill('SIGINT');
      // Null: on a busy machine, the process may not handle signals yet, so the signal itself ends it.
      expect([0, null]).toContain(await started.exit);
      expect(remainingProcesses(dataDirectory)).toEqual([]);
    },
    60_000,
  );

  it('an interrupted npm test leaves no process and no file behind', async () => {
    chmodSync(dataDirectory, 0o755);
    const tests = start({ TEST_FOLDER: dataDirectory }, 'test', '--only', 'integration', 'no-such-test');
    await waitUntil(
      'the test database is being created',
      () => globSync('*/postgres*/PG_VERSION', { cwd: dataDirectory }).length > 0,
      60_000,
    );
    tests.child.kill('SIGINT');
    expect(await tests.exit).toBe(1);
    expect(remainingProcesses(dataDirectory)).toEqual([]);
    expect(globSync('clearwatch-test-*', { cwd: dataDirectory })).toEqual([]);
  }, 90_000);
});
