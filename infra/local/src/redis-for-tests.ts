import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './ports.ts';

/** A few for every worker of a test run. */
const DATABASES = 256;

/**
 * A Redis server for the tests of the production queue backend: the one on the machine, else Debian's package.
 * @param on the port of one that was stopped, whose clients still know it; any free one unless given
 * @throws Error that says what to install; those tests are never quietly left out
 */
export async function startRedisForTests(
  on: { port?: number } = {},
): Promise<{ url: string; port: number; databases: number; stop(): Promise<void> }> {
  const program = findRedis() ?? installRedis();
  if (program === null) {
    throw new Error(
      'No Redis server found. Half of the queue tests need one: install the package redis-server (Debian: apt-get install redis-server).',
    );
  }
  const port = on.port ?? (await freePort());
  const child = spawn(
    program,
    [
      `--port ${port} --bind 127.0.0.1 --databases ${DATABASES}`.split(' '),
      ['--save', '', '--maxmemory-policy', 'noeviction'],
    ].flat(),
    {
      stdio: 'ignore',
      cwd: '/',
    },
  );
  await untilListening(port, child);
  return { url: `redis://127.0.0.1:${port}`, port, databases: DATABASES, stop: () => stop(child) };
}

/** The program on this machine; null when there is none. */
export function findRedis(): string | null {
  for (const name of ['redis-server', 'valkey-server', '/usr/bin/redis-server']) {
    if (spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0) return name;
  }
  return null;
}

function installRedis(): string | null {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    return null;
  console.log('Installing redis-server for the queue tests ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  try {
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], {
      env,
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  return findRedis();
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (child.exitCode !== null) throw new Error('The Redis server for the tests stopped at once');
    if (await accepts(port)) return;
    await pause(50);
  }
  throw new Error('The Redis server for the tests did not answer');
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.kill('SIGTERM');
  await gone;
}
