import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processExists } from './data-directory.ts';
import { freePort } from './free-ports.ts';

/** A few for every worker of a test run. */
const DATABASES = 256;

/**
 * A Redis server for the tests of the production queue backend: the one on the machine, else Debian's package.
 * @param on the port of one that was stopped, whose clients still know it; any free one unless given
 * @throws Error that says what to install; those tests are never quietly left out
 */
export async function startTestRedis(
  on: { port?: number } = {},
): Promise<{ url: string; port: number; databases: number; stop(): Promise<void> }> {
  const program = findRedis() ?? installRedis();
  if (program === null) {
    throw new Error(
      'No Redis server found. Half of the queue tests need one: install the package redis-server (Debian: apt-get install redis-server).',
    );
  }
  const port = on.port ?? (await freePort());
  const address = ['--port', String(port), '--bind', '127.0.0.1', '--databases', String(DATABASES)];
  const storage = ['--save', '', '--maxmemory-policy', 'noeviction'];
  const child = spawn(program, [...address, ...storage], { stdio: 'ignore', cwd: '/' });
  await waitUntilListening(port, child);
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
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'];
    execFileSync('apt-get', install, { env, stdio: 'ignore' });
  } catch {
    return null;
  }
  return findRedis();
}

async function waitUntilListening(port: number, child: ChildProcess): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (child.exitCode !== null) throw new Error('The Redis server for the tests stopped at once');
    if (await accepts(port)) return;
    await pause(50);
  }
  throw new Error('The Redis server for the tests did not answer');
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** What a million rows that are imported three times over take, with PostgreSQL's log of them, and as much again. */
const MIN_MEMORY_BYTES = 10 * 2 ** 30;
const TEST_FOLDER_PREFIX = 'clearwatch-test-';

/** Where a test run keeps its databases and installations: in it each makes a folder of its own. */
export function testFolder(): string {
  return process.env['TEST_FOLDER'] ?? tmpdir();
}

/**
 * A folder for the databases and installations of one test run. In memory where there is plenty of it, unless
 * TEST_FOLDER names another place: copying a database of 680 small files takes 30 ms there and half a second on a
 * disk, and every test file has one of its own.
 */
export function makeTestFolder(
  options: { inMemory: string; memory: number } = { inMemory: IN_MEMORY, memory: process.availableMemory() },
): string {
  removeLeftovers(options.inMemory);
  const isRoomy = options.memory >= MIN_MEMORY_BYTES && freeBytes(options.inMemory) >= MIN_MEMORY_BYTES;
  const isFree = process.env['TEST_FOLDER'] === undefined;
  const folder = mkdtempSync(
    join(isFree && isRoomy ? options.inMemory : testFolder(), `${TEST_FOLDER_PREFIX}${process.pid}-`),
  );
  // PostgreSQL, under a user of its own, has to get in.
  chmodSync(folder, 0o711);
  return folder;
}

/** Installations in it that are stopped meanwhile remove themselves; whoever comes second finds nothing. */
export function removeTestFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** 0 where there is no such folder. */
function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Of runs that were killed: nobody else would ever give that memory back. */
function removeLeftovers(inMemory: string): void {
  for (const name of existsSync(inMemory) ? readdirSync(inMemory) : []) {
    const pid = /^clearwatch-test-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !processExists(Number(pid))) removeTestFolder(join(inMemory, name));
  }
}
