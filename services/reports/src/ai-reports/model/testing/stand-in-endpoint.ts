import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the stand-in answers one request. */
export type Behaviour =
  | {
      says: string;
      pieces?: number;
      finish?: string | null;
      usage?: [prompt: number, completion: number] | null;
      refusal?: string;
    }
  | { status: number; error?: Record<string, unknown>; headers?: Record<string, string> }
  /** Bytes of a stream as they are, then its end. */
  | { raw: string }
  /** Cuts the connection after the text. */
  | { cutAfter: string }
  /** Sends the text and then nothing more; without text, not even a status. */
  | { hangsAfter: string | null };

export interface AskedOfModel {
  model: string;
  messages: { role: string; content: string }[];
  temperature?: number;
  stream_options?: unknown;
}

/** A language model's endpoint (Chat Completions, streamed) that does what a test tells it, request after request. */
export class StandInEndpoint {
  readonly asked: AskedOfModel[] = [];
  readonly keys: string[] = [];
  closed = 0;
  private behaviours: ((asked: AskedOfModel) => Behaviour)[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** From now on; the last one goes on for ever. */
  behaves(...behaviours: (Behaviour | ((asked: AskedOfModel) => Behaviour))[]): void {
    this.behaviours = behaviours.map((each) => (typeof each === 'function' ? each : () => each));
    this.asked.length = 0;
    this.keys.length = 0;
    this.closed = 0;
  }

  /** All that was said to the model, for what must not be in it. */
  told(): string {
    return JSON.stringify(this.asked);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    response.on('close', () => {
      if (!response.writableFinished) this.closed += 1;
    });
    const asked = JSON.parse(Buffer.concat(parts).toString()) as AskedOfModel;
    this.asked.push(asked);
    this.keys.push(request.headers.authorization ?? '');
    const behave = this.behaviours.length > 1 ? this.behaviours.shift() : this.behaviours[0];
    behaveAs(behave?.(asked) ?? { status: 500 }, response);
  }
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

function behaveAs(behaviour: Behaviour, response: ServerResponse): void {
  if ('status' in behaviour) {
    response.writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers });
    response.end(JSON.stringify({ error: behaviour.error ?? { message: 'sk-secret-in-a-body' } }));
    return;
  }
  if ('hangsAfter' in behaviour && behaviour.hangsAfter === null) return;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if ('raw' in behaviour) response.end(behaviour.raw);
  else if ('cutAfter' in behaviour)
    response.write(chunk({ content: behaviour.cutAfter }), () => response.destroy());
  else if ('hangsAfter' in behaviour) response.write(chunk({ content: behaviour.hangsAfter }));
  else {
    const { says, pieces = 3, finish = 'stop', usage = [1000, 200], refusal } = behaviour;
    const size = Math.max(1, Math.ceil(says.length / pieces));
    for (let start = 0; start < says.length; start += size)
      response.write(chunk({ content: says.slice(start, start + size) }));
    if (refusal !== undefined) response.write(chunk({ refusal }));
    if (finish !== null) response.write(chunk({}, finish));
    if (usage !== null)
      response.write(
        `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: usage[0], completion_tokens: usage[1] } })}\n\n`,
      );
    response.end('data: [DONE]\n\n');
  }
}
