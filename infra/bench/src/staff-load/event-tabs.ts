import { get, type IncomingMessage } from 'node:http';
import { get as tlsGet } from 'node:https';

/** A tab of each member of staff that listens to the server, as the page does all day. */
export class EventTabs {
  private readonly open = new Set<IncomingMessage>();
  /** Streams that could not be opened, or that the server ended. */
  lost = 0;
  events = 0;

  static async openFor(base: string, sessions: readonly string[]): Promise<EventTabs> {
    const tabs = new EventTabs();
    await Promise.all(sessions.map((cookie) => tabs.listen(new URL('/api/events', base), cookie)));
    return tabs;
  }

  get size(): number {
    return this.open.size;
  }

  close(): void {
    for (const answer of this.open) {
      this.open.delete(answer);
      answer.destroy();
    }
  }

  private listen(url: URL, cookie: string): Promise<void> {
    const open = url.protocol === 'https:' ? tlsGet : get;
    return new Promise((resolve) => {
      const failed = (): void => {
        this.lost += 1;
        resolve();
      };
      open(url, { agent: false, headers: { cookie } }, (answer) => {
        if (answer.statusCode !== 200) {
          answer.destroy();
          failed();
          return;
        }
        this.open.add(answer);
        answer.on('data', (chunk: Buffer) => {
          if (chunk.includes('data:')) this.events += 1;
        });
        answer.on('error', () => undefined);
        answer.once('close', () => {
          if (this.open.delete(answer)) this.lost += 1;
        });
        resolve();
      }).once('error', failed);
    });
  }
}
