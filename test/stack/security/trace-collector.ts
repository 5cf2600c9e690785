import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

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

/** Stands in for an operator's collector: takes traces by OTLP over HTTP, and keeps every word of them. */
export async function collectTraces(): Promise<{
  url: string;
  spans(): CollectedSpan[];
  /** All that was ever sent, as it was sent. */
  heard(): string;
  stop(): void;
}> {
  const bodies: string[] = [];
  const keep = async (request: IncomingMessage): Promise<void> => {
    const body = await text(request);
    if (request.method === 'POST' && request.url === '/v1/traces') bodies.push(body);
  };
  const server = createServer((request, response) => {
    void keep(request).finally(() => response.setHeader('content-type', 'application/json').end('{}'));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    spans: () => bodies.flatMap(spansIn),
    heard: () => bodies.join('\n'),
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
