import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Returns the exit code of the health check for a program that responds with this status. */
async function checked(status: number): Promise<unknown> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/health' ? status : 404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const code = await exitCode((server.address() as AddressInfo).port);
  await closed(server);
  return code;
}

async function exitCode(port: number): Promise<unknown> {
  const script = join(import.meta.dirname, 'healthcheck.mjs');
  const child = spawn(process.execPath, [script, '/health'], { env: { PORT: String(port) } });
  const [code] = (await once(child, 'exit')) as [unknown];
  return code;
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

describe('container health check', () => {
  it("a container's health check passes when the program reports that it is up", async () => {
    expect(await checked(200)).toBe(0);
  });

  it("a container's health check fails when the program reports that it is down", async () => {
    expect(await checked(503)).toBe(1);
  });

  it("a container's health check fails when no program is listening", async () => {
    expect(await exitCode(1)).toBe(1);
  });
});
