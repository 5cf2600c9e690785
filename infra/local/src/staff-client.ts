import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { generateSync } from 'otplib';

const CHUNK_BYTES = 512 * 1024;

/**
 * Streams a file as a multipart form. `fetch` with FormData would use as much CPU as the server and distort benchmarks.
 */
async function uploadFile(url: URL, file: string, headers: Readonly<Record<string, string>>): Promise<ClientResponse> {
  const boundary = `clearwatch-${randomUUID()}`;
  // HTML standard, multipart/form-data encoding.
  const name = basename(file).replace(/["\r\n]/g, encodeURIComponent);
  const before = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/json\r\n\r\n`;
  const after = `\r\n--${boundary}--\r\n`;
  const length = Buffer.byteLength(before) + (await stat(file)).size + Buffer.byteLength(after);
  const sending = request(url, {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(length),
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve);
    // A server that responds early may close the connection while the file is still being sent.
    sending.on('error', reject);
  });
  sending.write(before);
  const sent = pipeline(createReadStream(file, { highWaterMark: CHUNK_BYTES }), sending, { end: false }).then(
    () => sending.end(after),
    // The response, or its absence, shows the reason.
    () => undefined,
  );
  const [answer] = await Promise.all([answered, sent]);
  const received = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return toAnswer(answer.statusCode ?? 0, new Headers(received), await text(answer));
}

export interface ClientResponse {
  status: number;
  headers: Headers;
  text: string;
  json(): unknown;
}

/** Simulates a signed-in user without a browser, for tests and benchmarks. */
export class StaffClient {
  private readonly cookies: Map<string, string>;
  private secret: string | null = null;
  readonly base: string;

  constructor(base: string, cookies = new Map<string, string>()) {
    this.base = base;
    this.cookies = cookies;
  }

  /** Uses the same cookies with another gateway. */
  at(base: string): StaffClient {
    return new StaffClient(base, this.cookies);
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Of the session and of the known device. */
  get cookieList(): { name: string; value: string }[] {
    return [...this.cookies].map(([name, value]) => ({ name, value }));
  }

  /** Confirms an admin action with a code when the server asks for it, as the screen does. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ClientResponse> {
    const answer = await this.send(method, path, { body, headers });
    if (answer.headers.get('x-error-code') !== 'fresh_code_required' || this.secret === null) return answer;
    await this.send('POST', '/api/auth/fresh-code', { body: { twoFactorCode: this.code() }, headers: {} });
    return this.send(method, path, { body, headers });
  }

  private async send(
    method: string,
    path: string,
    { body, headers }: { body: unknown; headers: Record<string, string> },
  ): Promise<ClientResponse> {
    const isForm = body instanceof FormData;
    const response = await fetch(new URL(path, this.base), {
      method,
      redirect: 'manual',
      headers: {
        ...this.cookieHeaders(),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    this.keepCookies(response.headers);
    return toAnswer(response.status, response.headers, await response.text());
  }

  get(path: string): Promise<ClientResponse> {
    return this.call('GET', path);
  }

  async upload(file: string): Promise<ClientResponse> {
    const url = new URL('/api/upload-transactions', this.base);
    const answer = await uploadFile(url, file, this.cookieHeaders());
    this.keepCookies(answer.headers);
    return answer;
  }

  async signInForTheFirstTime(username: string, firstPassword: string, newPassword: string): Promise<void> {
    await this.expect(200, 'POST', '/api/auth/login', { username, password: firstPassword });
    const passwords = { currentPassword: firstPassword, newPassword };
    await this.expect(200, 'POST', '/api/auth/change-password', passwords);
    const setup = await this.expect(200, 'POST', '/api/auth/setup-2fa');
    this.secret = (setup.json() as { secret: string }).secret;
    await this.expect(200, 'POST', '/api/auth/verify-2fa', { twoFactorCode: this.code() });
  }

  /** Signs in the way the screen does: first with the password, then with the password and a code. */
  async signIn(credentials: { username: string; password: string; secret: string }): Promise<void> {
    const { username, password, secret } = credentials;
    this.secret = secret;
    await this.expect(200, 'POST', '/api/auth/login', { username, password });
    await this.expect(200, 'POST', '/api/auth/login', { username, password, twoFactorCode: this.code() });
  }

  code(): string {
    if (this.secret === null) throw new Error('Two-factor authentication is not set up yet');
    return generateSync({ secret: this.secret });
  }

  async expect(status: number, method: string, path: string, body?: unknown): Promise<ClientResponse> {
    const answer = await this.call(method, path, body);
    if (answer.status !== status) {
      throw new Error(`${method} ${path} returned ${answer.status} instead of ${status}: ${answer.text.slice(0, 300)}`);
    }
    return answer;
  }

  private cookieHeaders(): Record<string, string> {
    return this.cookies.size === 0 ? {} : { cookie: this.cookieHeader };
  }

  private keepCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      this.cookies.set(name, value.join('='));
    }
  }
}

function toAnswer(status: number, headers: Headers, text: string): ClientResponse {
  return { status, headers, text, json: () => JSON.parse(text) as unknown };
}
