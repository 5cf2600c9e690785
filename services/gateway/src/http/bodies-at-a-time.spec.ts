import { createServer, request as httpRequest, type Server } from 'node:http';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import express, { type Request } from 'express';
import { type SignedInPrincipal, setPrincipal } from '../sessions/session-principal.ts';
import { concurrentBodyLimit } from './request-limits.ts';

/** More than the limit per user. */
const MANY = 40;

const SIGNED_IN = { principal: { userId: 7 } } as SignedInPrincipal;

let server: Server;
let url: string;
/** Number of requests that entered the session lookup. */
let lookups: number;
/** Number of requests that passed the lookup after their browser disconnected. */
let passedLookups: number;

beforeEach(async () => {
  [lookups, passedLookups] = [0, 0];
  const app = express();
  app.use((request: Request, response, next) => {
    setPrincipal(request, SIGNED_IN);
    if (request.url !== '/leaves') {
      next();
      return;
    }
    lookups += 1;
    response.once('close', () => {
      passedLookups += 1;
      next();
    });
  });
  app.use(concurrentBodyLimit());
  app.post('/stays', (_request, response) => void response.send('taken'));
  server = createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});

afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
);

describe('concurrent request bodies', () => {
  it('the limit on concurrent request bodies does not count a browser that disconnects during the session lookup', async () => {
    for (let sent = 0; sent < MANY; sent += 1) {
      const leaving = httpRequest(`${url}/leaves`, { method: 'POST', headers: { 'content-length': '9' } });
      leaving.on('error', () => undefined);
      leaving.write('beg');
      await waitUntil('the session is looked up', () => lookups === sent + 1);
      leaving.destroy();
      await waitUntil('it passed the session lookup', () => passedLookups === sent + 1);
    }
    const { status } = await fetch(`${url}/stays`, { method: 'POST', body: 'whole' });
    expect(status).toBe(200);
  });
});
