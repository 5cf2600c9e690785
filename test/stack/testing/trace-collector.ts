import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Records every command that clients send to one database on a Redis server, including data that is soon deleted.
 * @param url with the number of the database
 */
export async function monitorRedis(url: string): Promise<{ commands(): string; stop(): void }> {
  const { hostname, port, pathname } = new URL(url);
  // 1700000000.000000 [20 127.0.0.1:40000] "get" "key", or [20 lua] for commands from a script
  const isHere = (line: string) => line.includes(` [${pathname.slice(1)} `);
  const chunks: string[] = [];
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', () => resolve());
    socket.write('MONITOR\r\n');
  });
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk.toString('utf8')));
  return {
    commands: () => chunks.join('').split('\n').filter(isHere).join('\n'),
    stop: () => void socket.destroy(),
  };
}

export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes?: { key: string; value: { stringValue?: string } }[];
}

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

/** Replaces an operator's collector: accepts traces sent by OTLP over HTTP and keeps them unchanged. */
export async function collectTraces(): Promise<{
  url: string;
  spans(): CollectedSpan[];
  /** All received traces, unchanged. */
  commands(): string;
  stop(): void;
}> {
  const bodies: string[] = [];
  const store = async (request: IncomingMessage): Promise<void> => {
    const body = await text(request);
    if (request.method === 'POST' && request.url === '/v1/traces') bodies.push(body);
  };
  const server = createServer((request, response) => {
    void store(request).finally(() => response.setHeader('content-type', 'application/json').end('{}'));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    spans: () => bodies.flatMap(spansIn),
    commands: () => bodies.join('\n'),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function spansIn(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as Export;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const named = resource.attributes.find(({ key }) => key === 'service.name');
    const service = named?.value.stringValue ?? '';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => Object.assign({ service }, span)));
  });
}
