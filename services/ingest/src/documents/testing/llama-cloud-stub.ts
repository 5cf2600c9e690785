import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The response to one call: a status and a body; null cuts the connection. */
export type StubbedAnswer = { status: number; body: unknown; headers?: Record<string, string> } | null;

/** A LlamaCloud stub on the loopback address with responses set per call; it records its requests. */
export class LlamaCloudStub {
  readonly calls: string[] = [];
  /** By "METHOD /path" with ids as `*`; other calls get the normal response. */
  readonly answers = new Map<string, (call: number) => StubbedAnswer>();
  rows: unknown = [];
  /** How many polls report a job as running. */
  pending = 1;
  readonly bodies: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<LlamaCloudStub> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const standIn = new LlamaCloudStub(server);
    server.on('request', (request, response) => void standIn.#answer(request, response));
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  forget(): void {
    this.calls.length = 0;
    this.bodies.length = 0;
    this.answers.clear();
    this.pending = 1;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? '').replace(/\?.*/, '').replace(/(file|work)-\d+/, '*');
    const call = `${request.method} ${path}`;
    this.calls.push(call);
    this.bodies.push(Buffer.concat(chunks).toString('latin1'));
    const times = this.calls.filter((earlier) => earlier === call).length;
    const set = this.answers.get(call);
    const answer = set === undefined ? this.#usual(call, times) : set(times);
    if (answer === null) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  }

  #usual(call: string, times: number): StubbedAnswer {
    const work = (status: string) => ({
      status: 200,
      body: {
        id: 'work-1',
        file_input: 'file-1',
        status,
        extract_result: status === 'COMPLETED' ? this.rows : null,
      },
    });
    if (call.startsWith('POST') && call.includes('files')) return { status: 200, body: { id: 'file-1' } };
    if (call.startsWith('POST')) return work('PENDING');
    if (call.startsWith('GET')) return work(times > this.pending ? 'COMPLETED' : 'RUNNING');
    return { status: 200, body: {} };
  }
}
