import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A service of the test's making: remembers what it was asked and answers as told. */
export interface FakeService {
  url: string;
  /** Newest last; health checks are not kept. */
  requests: IncomingMessage[];
  answer: Answer;
  server: Server;
  close(): Promise<void>;
}

const echo: Answer = (request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ method: request.method, url: request.url }));
};

export async function startFakeService(answer: Answer = echo): Promise<FakeService> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/health') === true) {
      response.end('{}');
      return;
    }
    service.requests.push(request);
    service.answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const service: FakeService = {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    requests: [],
    answer,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}
