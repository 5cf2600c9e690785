import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@clearwatch/infra-local/free-ports';
import { findRedis } from '@clearwatch/infra-local/test-servers';
import { openQueue } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { composeFile, generatedSecrets } from './testing/compose-file.ts';

const JOBS = 300;

describe('Redis of docker-compose.yml', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearwatch-redis-'));
  const secrets = generatedSecrets();
  afterAll(() => {
    secrets.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the container's command with this test's folders. */
  function start(port: number): ChildProcess {
    const { services, configs } = composeFile();
    const settings = join(folder, 'given.conf');
    const content = configs['redis']?.content ?? '';
    writeFileSync(settings, `port ${port}\n${content.replace('dir /data', `dir ${folder}`)}`);
    const [shell = '', ...words] = services['redis']?.command ?? [];
    const places: Readonly<Record<string, string>> = {
      '/etc/clearwatch/redis.conf': settings,
      '/run/secrets': secrets.folder,
      '/tmp': folder,
      'exec redis-server': `exec ${findRedis()}`,
    };
    // Replaced in a single pass, because the test's folders are also in /tmp.
    const here = (word: string) =>
      word.replaceAll(new RegExp(Object.keys(places).join('|'), 'g'), (place) => places[place] ?? place);
    expect(words.join(' ')).not.toContain(password());
    return spawn(shell, words.map(here), { stdio: 'ignore' });
  }
  const password = () => readFileSync(join(secrets.folder, 'redis_password'), 'utf8').trim();
  const isUp = (port: number) =>
    waitUntil('it lets the password in', async () =>
      (await answerTo(port, `AUTH ${password()}`, 'PING')).includes('+PONG'),
    );

  it('the Redis container reads its password from the file, rejects clients without it, and stops on SIGTERM', async () => {
    const port = await freePort();
    const server = start(port);
    const gone = once(server, 'exit');
    try {
      await isUp(port);
      expect(await answerTo(port, 'PING')).toContain('-NOAUTH');
      const kept = await answerTo(port, `AUTH ${password()}`, 'CONFIG GET appendonly', 'CONFIG GET max*policy');
      expect(kept).toMatch(/appendonly\s+\$3\s+yes/);
      expect(kept).toMatch(/maxmemory-policy\s+\$10\s+noeviction/);
    } finally {
      server.kill('SIGTERM');
    }
    expect(await gone).toEqual([0, null]);
  });

  it('the Redis container keeps every acknowledged job after SIGKILL and a restart [fault 2.2]', async () => {
    const port = await freePort();
    const settings = { REDIS_URL: `redis://:${password()}@127.0.0.1:${port}/0` };
    const ids = Array.from({ length: JOBS }, (_, index) => `import.file-${index + 1}`);
    let server = start(port);
    try {
      await isUp(port);
      const queue = openQueue('import', settings);
      await Promise.all(ids.map((id, index) => queue.add('import.file', { importId: index + 1 }, { jobId: id })));
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      expect(await gone).toEqual([null, 'SIGKILL']);

      server = start(port);
      await isUp(port);
      const waiting = () => queue.getWaiting().catch(() => null);
      await waitUntil('the sender has found it again', async () => (await waiting()) !== null);
      expect((await waiting())?.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      await queue.close();
    } finally {
      server.kill('SIGKILL');
    }
  });
});

/** Returns Redis's replies to these commands; empty until it is listening. */
async function answerTo(port: number, ...commands: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let heard = '';
  socket.on('data', (text: string) => {
    heard += text;
  });
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.once('error', () => resolve());
  });
  socket.write(`${[...commands, 'QUIT'].join('\r\n')}\r\n`);
  await ended;
  return heard;
}
