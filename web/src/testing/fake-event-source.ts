import type { ServerEvent } from '@clearwatch/contracts/events/server-event';

/** The browser's end of `/api/events`. Tests speak through the streams that are open. */
export class FakeEventSource extends EventTarget {
  private static open = new Set<FakeEventSource>();

  constructor(readonly url: string) {
    super();
    FakeEventSource.open.add(this);
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
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
  }
}
