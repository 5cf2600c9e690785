import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { closeUnreadRequests } from './request-context.ts';

const LINGER_MS = 50;

describe('requests that are answered before their body has arrived', () => {
  let server: Server;
  beforeAll(async () => {
    const app = express();
    app.use(closeUnreadRequests(LINGER_MS));
    app.post('/refused', (_, response) => void response.status(413).send('Too large.'));
    app.post('/read', async (request, response) => void response.send(String((await text(request)).length)));
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function send(path: string, { announced, sent }: { announced: number; sent: number }): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${announced}\r\n\r\n${'x'.repeat(sent)}`);
    return socket;
  }

  it('a refused upload gets its answer, and its connection is closed although its body never arrives [security 6.5]', async () => {
    const socket = await send('/refused', { announced: 1_000_000, sent: 10 });
    // An idle client keeps its connection open; the end comes from the server.
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*Too large\.$/s);
  });

  it('a refused upload cannot keep its connection by sending slowly', async () => {
    const socket = await send('/refused', { announced: 1_000_000, sent: 10 });
    socket.on('error', () => undefined);
    const sending = setInterval(() => socket.write('x'), 10);
    // `once` would also end with the error of a late write.
    await new Promise((resolve) => socket.resume().once('close', resolve));
    clearInterval(sending);
    expect(socket.destroyed).toBe(true);
  });

  it('a connection stays open for the next request when the body arrives after the answer', async () => {
    const socket = await send('/refused', { announced: 20, sent: 10 });
    await once(socket, 'data');
    socket.write('y'.repeat(10));
    socket.write('POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n3$/s);
  });
});
