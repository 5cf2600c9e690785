import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface HostileSite {
  /** Another site than the application's: 127.0.0.1 is not localhost. */
  foreign: string;
  /** Another port of the application's own host: the same site to a browser, which sends even Strict cookies. */
  neighbour: string;
  close(): Promise<void>;
}

const EMPTY_PAGE = '<!doctype html><title>Win a prize</title><body>';

/** A web server somebody else runs; its pages are empty, tests act in them. */
export async function startHostileSite(): Promise<HostileSite> {
  const server = createServer((_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(EMPTY_PAGE);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    foreign: `http://127.0.0.1:${port}`,
    neighbour: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
