import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface InTurn {
  url: string;
  /** How many requests each process was given. */
  given(): number[];
  close(): Promise<void>;
}

/**
 * One address for several processes of a service, which stands here for a name that resolves to all of them: every request goes
 * to the next one. Connections that are kept would let some requests of a session come to the same process; this is harder.
 */
export async function inTurn(ports: readonly number[]): Promise<InTurn> {
  const given = ports.map(() => 0);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const next = turn % ports.length;
    turn += 1;
    given[next] = (given[next] ?? 0) + 1;
    pass(incoming, outgoing, ports[next] ?? 0);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    given: () => [...given],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  outgoing.once('close', () => passed.destroy());
  incoming.pipe(passed);
}
