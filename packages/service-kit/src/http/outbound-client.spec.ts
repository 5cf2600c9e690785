import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { isPrivateRoute, outboundFetch } from './outbound-client.ts';

describe('addresses of services outside of the installation', () => {
  it.each([
    'https://api.example.org/v1',
    'http://localhost:11434/v1',
    'http://127.0.0.1',
    'http://127.9.9.9:80/x',
    'http://[::1]:8080/',
  ])('the address %s may get keys and data', (address) => {
    expect(isPrivateRoute(address)).toBe(true);
  });

  it.each([
    'http://api.example.org',
    'http://10.0.0.7:8000/v1',
    'http://127.0.0.1.example.org',
    'http://localhost@example.org/',
    'http://localhost.example.org',
    'ftp://localhost',
    'file:///etc/passwd',
    'localhost',
    '',
  ])('the address "%s" may not get keys and data', (address) => {
    expect(isPrivateRoute(address)).toBe(false);
  });
});

describe('requests to services outside of the installation', () => {
  let server: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('a request to a service outside of the installation returns its answer', async () => {
    answer = (_, response) => response.writeHead(201, { 'x-kind': 'test' }).end('{"a":1}');
    const got = await outboundFetch({ maxBytes: 7 })(url());
    expect([got.status, got.headers.get('x-kind'), await got.json()]).toEqual([201, 'test', { a: 1 }]);
    answer = (_, response) => response.writeHead(204).end();
    expect((await outboundFetch({ maxBytes: 7 })(url())).status).toBe(204);
  });

  it.each([301, 302, 303, 307, 308])('a redirect with status %i is not followed', async (status) => {
    let requests = 0;
    answer = (_, response) => {
      requests += 1;
      response.writeHead(status, { location: url() }).end();
    };
    const sending = outboundFetch({ maxBytes: 7 })(url(), { method: 'POST', body: 'secret', redirect: 'follow' });
    await expect(sending).rejects.toThrow('fetch failed');
    expect(requests).toBe(1);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['as announced', (response) => response.end('x'.repeat(1_001))],
    ['in pieces', (response) => response.write('x'.repeat(600), () => response.end('x'.repeat(401)))],
    ['compressed', (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(1_001)))],
  ])('an answer that is too large %s is not read to its end', async (_what, send) => {
    answer = (_, response) => send(response);
    const got = await outboundFetch({ maxBytes: 1_000 })(url());
    await expect(got.text()).rejects.toMatchObject({ name: 'AnswerTooLarge' });
  });
});
