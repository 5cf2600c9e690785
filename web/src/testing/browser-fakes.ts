import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { type Answer, bodyText, FakeServer } from './fake-server.ts';

/** The client side of `/api/events`. Tests emit events through the open streams. */
export class FakeEventSource extends EventTarget {
  private static readonly open = new Set<FakeEventSource>();
  /** While true, every new stream fails, as with a stopped server or an ended session. */
  static refusing = false;

  constructor(readonly url: string) {
    super();
    FakeEventSource.open.add(this);
    const answer = FakeEventSource.refusing ? 'error' : 'open';
    queueMicrotask(() => this.dispatchEvent(new Event(answer)));
  }

  close(): void {
    FakeEventSource.open.delete(this);
  }

  static emit(event: ServerEvent): void {
    for (const source of FakeEventSource.open) {
      source.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
    }
  }

  /** Simulates a broken connection. */
  static fail(): void {
    for (const source of FakeEventSource.open) source.dispatchEvent(new Event('error'));
  }

  static reset(): void {
    FakeEventSource.open.clear();
    FakeEventSource.refusing = false;
  }
}

interface Port {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage: (data: unknown) => void;
  close: () => void;
}

/** Message ports based on timers. Node's ports would keep the test process alive until each one is closed. */
export class FakeMessageChannel {
  readonly port1: Port;
  readonly port2: Port;

  constructor() {
    this.port1 = portTo(() => this.port2);
    this.port2 = portTo(() => this.port1);
  }
}

function portTo(other: () => Port): Port {
  return {
    onmessage: null,
    postMessage: (data) => void setTimeout(() => other().onmessage?.({ data }), 0),
    close: () => undefined,
  };
}

/** jsdom has no layout, so observers are called only when a test calls `notify`. */
export class FakeResizeObserver {
  private static readonly watching = new Set<FakeResizeObserver>();

  constructor(private readonly changed: () => void) {}

  observe(): void {
    FakeResizeObserver.watching.add(this);
  }

  unobserve(): void {
    FakeResizeObserver.watching.delete(this);
  }

  disconnect(): void {
    FakeResizeObserver.watching.delete(this);
  }

  /** Notifies all observers, as if the window width had changed. */
  static notify(): void {
    for (const observer of FakeResizeObserver.watching) observer.changed();
  }
}

/** Uses the same {@link FakeServer} as fetch. Reports all bytes as sent, then responds. */
export class FakeXmlHttpRequest extends EventTarget {
  private static readonly open = new Set<FakeXmlHttpRequest>();
  readonly upload = new EventTarget();
  status = 0;
  statusText = '';
  responseText = '';
  private method = '';
  private path = '';
  private aborted = false;
  private answer: Answer = {};

  open(method: string, path: string): void {
    this.method = method;
    this.path = path;
  }

  send(body: FormData): void {
    FakeXmlHttpRequest.open.add(this);
    const file = body.get('file');
    const loaded = file instanceof File ? file.size : 0;
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
    FakeServer.current.answer({ method: this.method, path: this.path, body }).then(
      (answer) => this.finish(answer),
      () => this.end('error'),
    );
  }

  abort(): void {
    this.aborted = true;
    this.end('abort');
  }

  /** Aborts the uploads that a test left open. */
  static reset(): void {
    for (const request of FakeXmlHttpRequest.open) request.abort();
  }

  getResponseHeader(name: string): string | null {
    return this.answer.headers?.[name] ?? null;
  }

  private finish(answer: Answer): void {
    if (this.aborted) return;
    this.answer = answer;
    this.status = answer.status ?? 200;
    this.responseText = bodyText(answer);
    this.end('load');
  }

  private end(type: 'load' | 'error' | 'abort'): void {
    FakeXmlHttpRequest.open.delete(this);
    this.dispatchEvent(new Event(type));
  }
}
