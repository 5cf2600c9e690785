import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import express, { type NextFunction, type Request, type Response } from 'express';
import { type FakeService, startFakeService } from '../testing/gateway-test-context.ts';
import { forwardRequest, type ProxiedRequest, requestHeaders } from './proxy.middleware.ts';
import { roundRobinLookup, UpstreamLiveness } from './upstreams.ts';

const MEGABYTE = 1_000_000;
/** Upper limit on the data in the sockets of three local processes, far below the 50 MB sent. */
const IN_FLIGHT_BYTES = 20 * MEGABYTE;

let service: FakeService;
let front: Server;
let frontUrl: string;
let proxied: ProxiedRequest;
/** Stands in for the session lookup before a request is forwarded. */
let lookUpSession: (response: Response) => Promise<void>;

beforeEach(async () => {
  service = await startFakeService();
  lookUpSession = () => Promise.resolve();
  proxied = {
    target: {
      url: new URL(service.url),
      agent: new Agent({ keepAlive: true }),
      lookup: roundRobinLookup(),
      title: 'Data import',
      liveness: livenessOf(() => true),
    },
    isRead: true,
    headers: {},
    idleLimitMs: 10_000,
  };
  const app = express();
  app.use(async (request: Request, response: Response) => {
    await lookUpSession(response);
    await forwardRequest(request, response, { ...proxied, headers: requestHeaders(request.headers, {}) });
  });
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const retryAfter = error instanceof AppError ? error.retryAfterSeconds : undefined;
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    response.status(error instanceof AppError ? error.status : 500).send(String(error));
  });
  front = createServer(app);
  await new Promise<void>((resolve) => {
    front.listen(0, '127.0.0.1', resolve);
  });
  const address = front.address();
  frontUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});

afterEach(async () => {
  front.closeAllConnections();
  await new Promise((resolve) => {
    front.close(resolve);
  });
  proxied.target.agent.destroy();
  proxied.target.liveness.stop();
  await service.close();
});

/** Probes almost without a pause, with results that the test sets. */
const livenessOf = (isAlive: () => boolean): UpstreamLiveness =>
  new UpstreamLiveness(
    async () => isAlive(),
    () => pause(1),
  );

async function digestOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

/** 50 MB in chunks, counted as they are read. */
function createLargeBody() {
  const piece = randomBytes(MEGABYTE / 4);
  const taken = { bytes: 0 };
  const hash = createHash('sha256');
  for (let index = 0; index < 200; index += 1) hash.update(piece);
  const stream = Readable.from(
    (function* pieces() {
      for (let index = 0; index < 200; index += 1) {
        taken.bytes += piece.length;
        yield piece;
      }
    })(),
    { objectMode: false, highWaterMark: piece.length },
  );
  return { stream, taken, digest: hash.digest('hex') };
}

function ask(method: string): { request: ReturnType<typeof httpRequest>; answer: Promise<IncomingMessage> } {
  const request = httpRequest(frontUrl, { method, agent: false });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
  });
  return { request, answer };
}

describe('forwarding a request', () => {
  it('the gateway forwards a 50 MB upload completely at the pace of the service', async () => {
    let startReading = (): void => undefined;
    let received = '';
    service.answer = (incoming, response) => {
      const read = async (): Promise<void> => {
        received = await digestOf(incoming);
        response.end('stored');
      };
      startReading = () => void read();
    };
    const body = createLargeBody();
    const { request, answer } = ask('POST');
    const sending = pipeline(body.stream, request);
    await waitUntil('the service received the request', () => service.requests.length === 1);
    await pause(300);
    expect(body.taken.bytes).toBeLessThan(IN_FLIGHT_BYTES);
    startReading();
    await sending;
    (await answer).resume();
    expect(received).toBe(body.digest);
  });

  it('the gateway returns a 50 MB response completely at the pace of the browser', async () => {
    const body = createLargeBody();
    service.answer = (_request, response) => void pipeline(body.stream, response);
    const { request, answer } = ask('GET');
    request.end();
    const incoming = await answer;
    await pause(300);
    expect(body.taken.bytes).toBeLessThan(IN_FLIGHT_BYTES);
    expect(await digestOf(incoming)).toBe(body.digest);
  });

  it('the gateway closes the connection to the service when the browser disconnects during an upload', async () => {
    let isDisconnected = false;
    service.answer = (incoming) => {
      incoming.resume();
      incoming.on('close', () => {
        isDisconnected = !incoming.complete;
      });
    };
    const { request, answer } = ask('POST');
    request.write(randomBytes(100_000));
    await waitUntil('the service received the request', () => service.requests.length === 1);
    request.destroy();
    await expect(answer).rejects.toThrow(/hang up|aborted/);
    await waitUntil('the service noticed', () => isDisconnected);
  });

  it('the gateway closes the connection to the service when the browser disconnects during a response', async () => {
    let isDisconnected = false;
    service.answer = (_request, response) => {
      response.write('beginning');
      response.on('close', () => {
        isDisconnected = true;
      });
    };
    const { request, answer } = ask('GET');
    request.end();
    const incoming = await answer;
    incoming.on('error', () => undefined);
    request.destroy();
    await waitUntil('the service noticed', () => isDisconnected);
  });

  it('the gateway sends the service nothing when the browser has already disconnected', async () => {
    let hasLookupStarted = false;
    let hasLookupEnded = false;
    lookUpSession = async (response) => {
      hasLookupStarted = true;
      await once(response, 'close');
      setImmediate(() => {
        hasLookupEnded = true;
      });
    };
    const { request, answer } = ask('POST');
    request.write('beginning');
    await waitUntil('the access check began', () => hasLookupStarted);
    request.destroy();
    await expect(answer).rejects.toThrow(/hang up|aborted/);
    await waitUntil('it passed the access check', () => hasLookupEnded);
    expect(Object.keys(proxied.target.agent.sockets)).toEqual([]);
  });

  it('the gateway returns the response of a service that rejects a request before its body is complete', async () => {
    service.answer = (incoming, response) => {
      response.writeHead(413, { 'Content-Type': 'text/plain' }).end('The file is too large.');
      incoming.resume();
    };
    const { request, answer } = ask('POST');
    request.on('error', () => undefined);
    void pipeline(createLargeBody().stream, request).catch(() => undefined);
    const incoming = await answer;
    expect(incoming.statusCode).toBe(413);
    incoming.resume();
  });
});

describe('failing service', () => {
  it('a service that is down leads to 503 with a clear message', async () => {
    await service.close();
    const answer = await fetch(frontUrl);
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('Data import is not available at the moment.');
  });

  it('a service that disconnects before responding leads to 503', async () => {
    service.answer = (request) => void request.socket.destroy();
    expect((await fetch(frontUrl)).status).toBe(503);
    expect((await fetch(frontUrl, { method: 'POST', body: 'x' })).status).toBe(503);
  });

  it('a service that disconnects midway leaves no response that looks complete', async () => {
    service.answer = (request, response) => {
      response.writeHead(200).write('first half');
      setTimeout(() => request.socket.destroy(), 50);
    };
    const answer = await fetch(frontUrl);
    await expect(answer.text()).rejects.toThrow(/terminated/);
  });

  it('the gateway abandons a service that never responds and returns 503', async () => {
    proxied.idleLimitMs = 150;
    service.answer = () => undefined;
    expect((await fetch(frontUrl)).status).toBe(503);
  });

  it('the gateway abandons an unreachable service after the connection timeout', async () => {
    // TEST-NET-1 (RFC 5737) has no hosts, and most networks drop such packets silently.
    proxied.target = { ...proxied.target, url: new URL('http://192.0.2.1:81') };
    proxied.connectLimitMs = 200;
    const started = performance.now();
    expect((await fetch(frontUrl)).status).toBe(503);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('frozen service', () => {
  const writing = { method: 'POST', body: 'x' };
  const waits = (): void => {
    service.answer = () => undefined;
  };

  it('a read from a frozen service leads to 503 with Retry-After', async () => {
    waits();
    proxied.target.liveness = livenessOf(() => false);
    const answer = await fetch(frontUrl);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.text()).toContain('Data import is not available at the moment. Please try again.');
  });

  it('a slow service is distinguished from a frozen one [fault 1.12]', async () => {
    service.answer = (_request, response) => void setTimeout(() => response.end('at last'), 300);
    expect(await (await fetch(frontUrl)).text()).toBe('at last');
  });

  it('a response that has begun is not interrupted when its service appears frozen', async () => {
    service.answer = (_request, response) => {
      response.write('first half, ');
      setTimeout(() => response.end('second half'), 300);
    };
    let isAlive = true;
    proxied.target.liveness = livenessOf(() => isAlive);
    const answer = await fetch(frontUrl);
    isAlive = false;
    expect(await answer.text()).toBe('first half, second half');
  });

  it('a write sent to a frozen service stays open and is finally reported as possibly saved [fault 1.12]', async () => {
    proxied = { ...proxied, isRead: false, idleLimitMs: 300 };
    proxied.target.liveness = livenessOf(() => false);
    let wasAborted = false;
    service.answer = (request) => void request.socket.on('close', () => (wasAborted = true));
    const pending = fetch(frontUrl, writing);
    await waitUntil('it is known to be frozen', () => proxied.target.liveness.isSilent(peerOf(service)));
    expect(wasAborted).toBe(false);
    const answer = await pending;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, null]);
    expect(await answer.text()).toContain('may have been saved. Check before you try again.');
  });

  it('a service receives neither reads nor writes while it is known to be frozen', async () => {
    waits();
    proxied.target.liveness = livenessOf(() => service.requests.length === 0);
    await fetch(frontUrl);
    expect((await fetch(frontUrl)).status).toBe(503);
    proxied.isRead = false;
    const written = await fetch(frontUrl, writing);
    expect(await written.text()).toContain('Data import is not available at the moment. Please try again.');
    expect(service.requests).toHaveLength(1);
  });
});

const peerOf = ({ url }: FakeService): string => new URL(url).host;

describe('kept-alive connection', () => {
  let raw: TcpServer;
  let connections: Socket[];

  beforeEach(async () => {
    connections = [];
    raw = createTcpServer((socket) => {
      connections.push(socket);
      let pending = 0;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        pending += 1;
        // Answers once with keep-alive and closes the connection on the second request.
        if (pending > 1) socket.destroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok');
      });
    });
    await new Promise<void>((resolve) => {
      raw.listen(0, '127.0.0.1', resolve);
    });
    const address = raw.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    proxied.target = { ...proxied.target, url: new URL(`http://127.0.0.1:${port}`) };
  });

  afterEach(async () => {
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => {
      raw.close(resolve);
    });
  });

  it('a request is retried when the service has just closed the kept-alive connection', async () => {
    expect(await (await fetch(frontUrl)).text()).toBe('ok');
    await pause(20);
    expect(await (await fetch(frontUrl)).text()).toBe('ok');
    expect(connections).toHaveLength(2);
  });

  it('a request with a body is not retried on a closed kept-alive connection because it may have arrived', async () => {
    await (await fetch(frontUrl)).text();
    await pause(20);
    expect((await fetch(frontUrl, { method: 'POST', body: 'x' })).status).toBe(503);
  });
});
