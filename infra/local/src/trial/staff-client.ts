import { generateSync } from 'otplib';
import { sendFile } from './send-file.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; throws when it is not. */
  json(): unknown;
}

/**
 * A member of staff at the public port, without a browser: keeps the session cookie and the authenticator. For tests
 * and benchmarks of the whole application.
 */
export class StaffClient {
  private readonly cookies: Map<string, string>;
  private secret: string | null = null;
  readonly base: string;

  constructor(base: string, cookies = new Map<string, string>()) {
    this.base = base;
    this.cookies = cookies;
  }

  /** The same browser at another gateway: what one learns of cookies the other knows. */
  at(base: string): StaffClient {
    return new StaffClient(base, this.cookies);
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
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
    return answerOf(response.status, response.headers, await response.text());
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  async upload(file: string): Promise<Answer> {
    const url = new URL('/api/upload-transactions', this.base);
    const { status, headers, text } = await sendFile(url, file, this.cookieHeaders());
    this.keepCookies(headers);
    return answerOf(status, headers, text);
  }

  /** Everything a new user must do before anything else: sign in, change the password, set up two-factor. */
  async signInForTheFirstTime(username: string, firstPassword: string, newPassword: string): Promise<void> {
    await this.expect(200, 'POST', '/api/auth/login', { username, password: firstPassword });
    await this.expect(200, 'POST', '/api/auth/change-password', {
      currentPassword: firstPassword,
      newPassword,
    });
    const { secret } = (await this.expect(200, 'POST', '/api/auth/setup-2fa')).json() as {
      secret: string;
    };
    this.secret = secret;
    await this.expect(200, 'POST', '/api/auth/verify-2fa', { twoFactorCode: this.code() });
  }

  /** As the page does it: the password first, then the same again with the code. */
  async signIn(credentials: { username: string; password: string; secret: string }): Promise<void> {
    const { username, password, secret } = credentials;
    this.secret = secret;
    await this.expect(200, 'POST', '/api/auth/login', { username, password });
    await this.expect(200, 'POST', '/api/auth/login', { username, password, twoFactorCode: this.code() });
  }

  /** The code the authenticator shows now. */
  code(): string {
    if (this.secret === null) throw new Error('Two-factor is not set up yet');
    return generateSync({ secret: this.secret });
  }

  async expect(status: number, method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.call(method, path, body);
    if (answer.status !== status) {
      throw new Error(
        `${method} ${path} answered ${answer.status} instead of ${status}: ${answer.text.slice(0, 300)}`,
      );
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

function answerOf(status: number, headers: Headers, text: string): Answer {
  return { status, headers, text, json: () => JSON.parse(text) as unknown };
}
