import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@clearwatch/infra-local/ports';
import { findRedis } from '@clearwatch/infra-local/redis-for-tests';
import { until } from '@clearwatch/service-kit/testing/until';
import { composeFile } from './compose-file.ts';
import { madeSecrets } from './made-secrets.ts';

describe('the Redis of the compose file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearwatch-redis-'));
  const secrets = madeSecrets();
  afterAll(() => {
    secrets.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes its password from the file, keeps others out, and hears itself that it is to end', async () => {
    const { services, configs } = composeFile();
    const port = await freePort();
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
    // In one go: the folders of a test lie in /tmp themselves.
    const here = (word: string) =>
      word.replaceAll(new RegExp(Object.keys(places).join('|'), 'g'), (place) => places[place] ?? place);
    const server = spawn(shell, words.map(here), { stdio: 'ignore' });
    const gone = once(server, 'exit');
    const password = readFileSync(join(secrets.folder, 'redis_password'), 'utf8').trim();
    try {
      await until('it lets the password in', async () =>
        (await answerTo(port, `AUTH ${password}`, 'PING')).includes('+PONG'),
      );
      expect(await answerTo(port, 'PING')).toContain('-NOAUTH');
      const kept = await answerTo(port, `AUTH ${password}`, 'CONFIG GET appendonly', 'CONFIG GET max*policy');
      expect(kept).toMatch(/appendonly\s+\$3\s+yes/);
      expect(kept).toMatch(/maxmemory-policy\s+\$10\s+noeviction/);
      expect(words.join(' ')).not.toContain(password);
    } finally {
      server.kill('SIGTERM');
    }
    expect(await gone).toEqual([0, null]);
  });
});

/** What Redis says to these commands; nothing while it does not listen yet. */
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
