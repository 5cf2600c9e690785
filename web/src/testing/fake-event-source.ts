import type { ServerEvent } from '@clearwatch/contracts/server-event';

/** The browser's end of `/api/events`. Tests speak through the streams that are open. */
export class FakeEventSource extends EventTarget {
  private static readonly open = new Set<FakeEventSource>();
  /** While true every new stream fails, as on a stopped server or an ended session. */
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

  /** The connection breaks. */
  static fail(): void {
    for (const source of FakeEventSource.open) source.dispatchEvent(new Event('error'));
  }

  static reset(): void {
    FakeEventSource.open.clear();
    FakeEventSource.refusing = false;
  }
}
