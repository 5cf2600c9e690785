import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { type EmbeddedPostgres, startEmbeddedPostgres, startSupervisedPostgres } from './embedded-postgres.ts';

const PASSWORD = 'only-for-tests';

describe('start and stop', () => {
  let folder: string;
  const running: EmbeddedPostgres[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearwatch-postgres-'));
    // The same mode as DATA_DIR, because the server may run in it as another user.
    chmodSync(folder, 0o711);
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  const optionsFor = (name: string) => ({
    directory: join(folder, name),
    password: PASSWORD,
    logFile: join(folder, `${name}.log`),
    throwaway: 'throwaway' as const,
  });
  const start = async (name: string): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres(optionsFor(name));
    running.push(server);
    return server;
  };
  const postmasterOf = (name: string): number =>
    Number(readFileSync(join(folder, name, 'postmaster.pid'), 'utf8').split('\n')[0]);

  it('embedded PostgreSQL repeats an initialization that was interrupted', async () => {
    const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))});
      await startEmbeddedPostgres(${JSON.stringify(optionsFor('cut'))});`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    await waitUntil('initdb has begun', () =>
      readdirSync(folder).some((name) => existsSync(join(folder, name, 'PG_VERSION'))),
    );
    for (const pid of processesNaming(join(folder, 'cut'))) kill(pid);
    if (starter.exitCode === null && starter.signalCode === null) await once(starter, 'exit');
    // initdb's child process does not have the folder in its command line and writes until its input ends.
    await waitUntil('no process writes to the folder', () => !isWorkingIn(join(folder, 'cut')));

    expect((await start('cut')).process.exitCode).toBeNull();
  }, 60_000);

  it('embedded PostgreSQL does not stop another server that has the process id in a stale lock file', async () => {
    const stranger = await start('stranger');
    await (await start('ours')).stop();
    writeFileSync(join(folder, 'ours', 'postmaster.pid'), readFileSync(join(folder, 'stranger', 'postmaster.pid')));

    await start('ours');

    expect(stranger.process.exitCode).toBeNull();
    expect(postmasterOf('ours')).not.toBe(postmasterOf('stranger'));
  }, 60_000);

  it('embedded PostgreSQL stops a server that an earlier start left running on the same folder', async () => {
    const left = await start('left');
    const again = await start('left');
    expect(left.process.exitCode).toBe(0);
    expect(again.process.exitCode).toBeNull();
  }, 60_000);

  it('embedded PostgreSQL starts while sessions of a killed server are still running [fault 3.3]', async () => {
    await start('killed');
    const server = postmasterOf('killed');
    const sessions = processesIn(join(folder, 'killed')).filter((pid) => pid !== server);
    for (const pid of sessions) process.kill(pid, 'SIGSTOP');
    kill(server);

    expect((await start('killed')).process.exitCode).toBeNull();
    expect(sessions.filter(isAlive)).toEqual([]);
  }, 60_000);

  it('embedded PostgreSQL keeps no open handle on its log file', async () => {
    await start('log');
    const open = readdirSync('/proc/self/fd').flatMap((handle) => {
      try {
        return [readlinkSync(`/proc/self/fd/${handle}`)];
      } catch {
        return [];
      }
    });
    expect(open.filter((file) => file.startsWith(folder))).toEqual([]);
  }, 60_000);

  it('embedded PostgreSQL leaves no server running when it is stopped during a restart', async () => {
    const watched = await startSupervisedPostgres({ ...optionsFor('watched'), log: () => undefined });
    const first = postmasterOf('watched');
    kill(first);
    await waitUntil('it is being started again', () => {
      try {
        return postmasterOf('watched') !== first;
      } catch {
        return false;
      }
    });
    const second = postmasterOf('watched');
    await watched.stop();
    expect(isAlive(second)).toBe(false);
  }, 60_000);
});

function isWorkingIn(directory: string): boolean {
  return readdirSync('/proc').some((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(directory);
    } catch {
      return false;
    }
  });
}

function processesNaming(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function processesIn(workingDirectory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === workingDirectory;
      } catch {
        return false;
      }
    });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
