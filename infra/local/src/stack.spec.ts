import { ensureFree, freePort } from './free-ports.ts';
import { answerWhileStarting, urlHost } from './stack.ts';

describe('responses before the start', () => {
  let port: number;
  let end: () => Promise<void>;
  beforeEach(async () => {
    port = await freePort();
    end = await answerWhileStarting({ port, host: '127.0.0.1' });
  });
  afterEach(() => end());

  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  it.each(['/api/health', '/clearwatch/api/health'])(
    'the placeholder server responds to %s with the step it is waiting for [fault 3.2]',
    async (path) => {
      const answer = await ask(path);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({
        status: 'recovering',
        waitsFor: expect.stringContaining('recovering from a crash'),
        checks: [{ name: 'database', state: 'recovering' }],
      });
    },
  );

  it('the placeholder server responds to other requests with 503 and a message, or with a page that reloads', async () => {
    const user = await ask('/api/auth/user');
    expect([user.status, await user.text()]).toEqual([503, expect.stringMatching(/^The database is starting/)]);
    const page = await ask('/members?name=a');
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await page.text()).toMatch(/http-equiv="refresh" content="5"[^]*Clearwatch is starting/);
  });

  it('the placeholder server releases the port for the gateway when it stops, even with open connections', async () => {
    await ask('/');
    await end();
    await expect(ensureFree(port, '127.0.0.1')).resolves.toBeUndefined();
  });
});

describe('the host of a local address', () => {
  it.each(['127.0.0.1', '0.0.0.0', '::'])(
    'a local address replaces the host %s with one that works on this machine',
    (host) => {
      expect(urlHost(host, 'localhost')).toBe('localhost');
    },
  );

  it('a local address has brackets around an IPv6 host', () => {
    expect(urlHost('::1', '127.0.0.1')).toBe('[::1]');
  });

  it('a local address keeps any other host unchanged', () => {
    expect(urlHost('10.0.0.5', 'localhost')).toBe('10.0.0.5');
  });
});
