import { createServer, type Server } from 'node:http';
import { register } from '@prometheus-io/client';

/** A scrape asks database and queue, each of which may take two seconds to be found away. */
const LONGEST_REQUEST_MS = 10_000;

/**
 * Tells figures at `/metrics` on a listener of its own: the port that answers browsers, or the gateway, has no such address. They
 * hold no member data, but how much a house does is nobody's business; whoever reaches the port may read them.
 * @throws Error when nothing can listen there
 */
export async function serveMetrics(address: { host: string; port: number }): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.requestTimeout = LONGEST_REQUEST_MS;
  // Whoever scrapes must not keep a program from ending.
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return server;
}
