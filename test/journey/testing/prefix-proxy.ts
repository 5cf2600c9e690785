import { request as ask, createServer, type Server } from 'node:http';

interface PrefixProxy {
  url: string;
  close(): Promise<void>;
}

/** A proxy that serves an application under a path and strips the path before it forwards a request. */
export async function startPrefixProxy(target: string, prefix: string): Promise<PrefixProxy> {
  const { hostname, port } = new URL(target);
  const server: Server = createServer((request, response) => {
    const url = request.url ?? '/';
    if (!url.startsWith(prefix)) {
      response.writeHead(404).end('Another application.');
      return;
    }
    const path = url.slice(prefix.length) || '/';
    const passed = ask({ hostname, port, path, method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const proxyPort = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    // The same host name as the application: browsers store cookies by host, not by port.
    url: `http://${hostname}:${proxyPort}${prefix}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
