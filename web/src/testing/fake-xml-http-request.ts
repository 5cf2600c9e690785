import { type Answer, FakeServer, textOf } from './fake-server.ts';

/** Sends through the same {@link FakeServer} as fetch: first reports the bytes as sent, then answers. */
export class FakeXmlHttpRequest extends EventTarget {
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
    const file = body.get('file');
    const loaded = file instanceof File ? file.size : 0;
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
    FakeServer.current.answer({ method: this.method, path: this.path, body }).then(
      (answer) => this.finish(answer),
      () => this.dispatchEvent(new Event('error')),
    );
  }

  abort(): void {
    this.aborted = true;
    this.dispatchEvent(new Event('abort'));
  }

  getResponseHeader(name: string): string | null {
    return this.answer.headers?.[name] ?? null;
  }

  private finish(answer: Answer): void {
    if (this.aborted) return;
    this.answer = answer;
    this.status = answer.status ?? 200;
    this.responseText = textOf(answer);
    this.dispatchEvent(new Event('load'));
  }
}
