import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processExists } from './data-directory.ts';
import { freePort } from './free-ports.ts';
import { stopChild } from './service-process.ts';

/** @param on the port of a stopped server to which clients still try to connect */
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
  const databases = 256;
  const address = ['--port', String(port), '--bind', '127.0.0.1', '--databases', String(databases)];
  const storage = ['--save', '', '--maxmemory-policy', 'noeviction'];
  const child = spawn(program, [...address, ...storage], { stdio: 'ignore', cwd: '/' });
  await waitUntilListening(port, child);
  return { url: `redis://127.0.0.1:${port}`, port, databases, stop: () => stopChild(child, 'SIGTERM') };
}

export function findRedis(): string | null {
  const names = ['redis-server', 'valkey-server', '/usr/bin/redis-server'];
  return names.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0) ?? null;
}

function installRedis(): string | null {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return null;
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
    if (child.exitCode !== null) throw new Error('The Redis server for the tests stopped immediately');
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await pause(50);
    } finally {
      socket.destroy();
    }
  }
  throw new Error('The Redis server for the tests did not respond');
}

const IN_MEMORY = '/dev/shm';
/** Twice the space for three imports of a million rows with PostgreSQL's log. */
const MIN_MEMORY_BYTES = 10 * 2 ** 30;
const TEST_FOLDER_PREFIX = 'clearwatch-test-';

export function testFolder(): string {
  return process.env['TEST_FOLDER'] ?? tmpdir();
}

/** In memory if enough is free: copying a database's 680 files takes 30 ms there and 500 ms on disk. */
export function makeTestFolder(
  options: { inMemory: string; memory: number } = { inMemory: IN_MEMORY, memory: process.availableMemory() },
): string {
  removeLeftovers(options.inMemory);
  const isRoomy = options.memory >= MIN_MEMORY_BYTES && freeBytes(options.inMemory) >= MIN_MEMORY_BYTES;
  const isFree = process.env['TEST_FOLDER'] === undefined;
  const folder = mkdtempSync(
    join(isFree && isRoomy ? options.inMemory : testFolder(), `${TEST_FOLDER_PREFIX}${process.pid}-`),
  );
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711);
  return folder;
}

/** Retries, because installations that are shutting down remove their own files. */
export function removeTestFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Files in memory from killed runs would otherwise stay forever. */
function removeLeftovers(inMemory: string): void {
  for (const name of existsSync(inMemory) ? readdirSync(inMemory) : []) {
    const pid = /^clearwatch-test-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !processExists(Number(pid))) removeTestFolder(join(inMemory, name));
  }
}
