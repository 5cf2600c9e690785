/** A route's response. `body` is text or JSON; the default status is 200. */
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Streamed body, instead of `body`. */
  pieces?: AsyncIterable<string>;
}

export interface SeenRequest {
  method: string;
  path: string;
  /** Parsed JSON or the multipart form. */
  body: unknown;
  headers?: Record<string, string>;
}

type Responder = Answer | ((request: SeenRequest) => Answer | Promise<Answer>);

/** `GET /api/metrics/30`. A route without a query string matches any query. `GET /` is the page. */
type Route = 'GET /' | `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`;

/** The gateway for one test: responds by route and records requests. The last response set for a route wins. */
export class FakeServer {
  static current: FakeServer;
  readonly seen: SeenRequest[] = [];
  private readonly routes = new Map<string, Responder>();
  private unreachable = false;

  constructor() {
    FakeServer.current = this;
    globalThis.fetch = (async (path: string, init: RequestInit = {}) => {
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
      const headers = init.headers as Record<string, string>;
      const answer = await this.answer({ method: init.method ?? 'GET', path, body, headers });
      return toResponse(answer, init.signal);
    }) as typeof fetch;
  }

  on(route: Route, responder: Responder): this {
    this.routes.set(route, responder);
    return this;
  }

  /** All requests fail until `comeBack` is called. */
  goDown(): void {
    this.unreachable = true;
  }

  comeBack(): void {
    this.unreachable = false;
  }

  async answer(request: SeenRequest): Promise<Answer> {
    if (this.unreachable) throw new TypeError('fetch failed');
    this.seen.push(request);
    const [pathname] = request.path.split('?');
    const responder =
      this.routes.get(`${request.method} ${request.path}`) ?? this.routes.get(`${request.method} ${pathname}`);
    if (responder === undefined) return { status: 404, body: `No route ${request.method} ${request.path}` };
    return typeof responder === 'function' ? responder(request) : responder;
  }

  requestsTo(route: Route): SeenRequest[] {
    return this.seen.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === route);
  }
}

export function bodyText({ body }: Answer): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function toResponse(answer: Answer, signal: AbortSignal | null | undefined): Response {
  const status = answer.status ?? 200;
  const text = bodyText(answer);
  return {
    ok: status < 400,
    status,
    statusText: `Status ${status}`,
    headers: { get: (name: string) => answer.headers?.[name] ?? null },
    body: answer.pieces === undefined ? null : { getReader: () => readerOf(answer.pieces, signal) },
    text: () => Promise.resolve(text),
    json: () => Promise.resolve(JSON.parse(text) as unknown),
    blob: () => Promise.resolve(new Blob([text])),
  } as unknown as Response;
}

/** Fails when the request is aborted, as in a browser. */
function readerOf(
  pieces: AsyncIterable<string> | undefined,
  signal: AbortSignal | null | undefined,
): { read: () => Promise<{ done: boolean; value: Uint8Array | undefined }> } {
  const iterator = pieces?.[Symbol.asyncIterator]();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => undefined);
  signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  return {
    read: async () => {
      const next = await Promise.race([iterator?.next(), aborted]);
      const isDone = next === undefined || next.done === true;
      return { done: isDone, value: isDone ? undefined : new TextEncoder().encode(next.value) };
    },
  };
}

/** A response that is held until the test releases it. */
export function heldAnswer(answer: Answer): { respond: () => Promise<Answer>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  return { respond: () => promise, release: () => resolve(answer) };
}
