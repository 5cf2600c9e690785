import { ensureFree, freePort } from './free-ports.ts';
import { answerWhileStarting, urlHost } from './stack.ts';

describe('the placeholder server before the start', () => {
  let port: number;
  let end: () => Promise<void>;
  beforeEach(async () => {
    port = await freePort();
    end = await answerWhileStarting({ port, host: '127.0.0.1' });
  });
  afterEach(() => end());

  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  it.each(['/api/health', '/clearwatch/api/health'])(
    'answers %s with the step it waits for [fault 3.2]',
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

  it('answers other requests with 503 and a message, and browsers with a page that reloads', async () => {
    const user = await ask('/api/auth/user');
    expect([user.status, await user.text()]).toEqual([
      503,
      expect.stringMatching(/^The database is starting/),
    ]);
    const page = await ask('/members?name=a');
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await page.text()).toMatch(/http-equiv="refresh" content="5"[^]*Clearwatch is starting/);
  });

  it('frees the port for the gateway when it ends, even with open connections', async () => {
    await ask('/');
    await end();
    await expect(ensureFree(port, '127.0.0.1')).resolves.toBeUndefined();
  });
});

describe('the host of a local address', () => {
  it.each(['127.0.0.1', '0.0.0.0', '::'])('reaches %s on this machine', (host) => {
    expect(urlHost(host, 'localhost')).toBe('localhost');
  });

  it('puts an IPv6 address in brackets', () => {
    expect(urlHost('::1', '127.0.0.1')).toBe('[::1]');
  });

  it('keeps any other host', () => {
    expect(urlHost('10.0.0.5', 'localhost')).toBe('10.0.0.5');
  });
});
