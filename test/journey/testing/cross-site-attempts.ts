import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

export interface LoggedRequest {
  method: string;
  route: string;
  status: number;
}

/** The requests that the gateway has answered so far, from its log. */
export function loggedRequests(dataDirectory: string): LoggedRequest[] {
  return readFileSync(join(dataDirectory, 'logs', 'gateway.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as LoggedRequest);
}

/** A request that a page on another site tries to send in its visitor's name. */
export interface Attempt {
  method: string;
  url: string;
  body: Record<string, string | boolean>;
}

/** Form encodings that a page can send without a CORS preflight. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/**
 * Sends `attempt` in every way available to a page: forms with three encodings, fetch with and without CORS, and a
 * beacon.
 * @returns how many requests must have reached the server
 */
export async function attemptEveryWay(page: Page, attempt: Attempt): Promise<number> {
  let sent = 0;
  if (attempt.method === 'POST') {
    for (const encoding of FORMS) {
      await page.evaluate(submitForm, { ...attempt, encoding });
      sent += 1;
    }
    await page.evaluate(fetchWithoutPreflight, attempt);
    sent += 3;
  }
  const answer = await page.evaluate(fetchWithCors, attempt);
  if (answer !== null) throw new Error(`${attempt.method} ${attempt.url} let a foreign page read "${answer}"`);
  return sent;
}

// The code below runs in the browser.

async function submitForm({ url, body, encoding }: Attempt & { encoding: string }): Promise<void> {
  const { document } = globalThis as unknown as { document: BrowserDocument };
  const frame = document.createElement('iframe');
  frame['name'] = `frame-${Math.random()}`;
  const form = document.createElement('form');
  Object.assign(form, { method: 'POST', action: url, enctype: encoding, target: frame['name'] });
  for (const [name, value] of Object.entries(body)) {
    const input = document.createElement('input');
    Object.assign(input, { name, value: String(value) });
    form.append(input);
  }
  document.body.append(frame, form);
  const done = new Promise((resolve) => frame.addEventListener('load', resolve));
  form.submit();
  await done;
  frame.remove();
  form.remove();
}

/** Sends requests without a preflight. The browser hides the responses from the page, which is not a failure. */
async function fetchWithoutPreflight({ url, body }: Attempt): Promise<void> {
  const text = JSON.stringify(body);
  for (const mode of ['no-cors', 'cors'] as const) {
    const simple = { method: 'POST', mode, credentials: 'include', body: text } as const;
    await fetch(url, { ...simple, headers: { 'content-type': 'text/plain' } }).catch(() => undefined);
  }
  const { navigator } = globalThis as unknown as {
    navigator: { sendBeacon(to: string, data: string): boolean };
  };
  navigator.sendBeacon(url, text);
}

/** Null if the browser hides the response from the page, as it must. */
async function fetchWithCors({ method, url, body }: Attempt): Promise<string | null> {
  try {
    const answer = await fetch(url, {
      method,
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return `${answer.status} ${await answer.text()}`;
  } catch {
    return null;
  }
}

/** The parts of the DOM used above. Tests are compiled without DOM types. */
interface BrowserElement {
  [property: string]: unknown;
  append(...children: BrowserElement[]): void;
  addEventListener(event: string, listener: (event: unknown) => void): void;
  submit(): void;
  remove(): void;
}
interface BrowserDocument {
  body: BrowserElement;
  createElement(name: string): BrowserElement;
}

export interface HostileSite {
  /** A different site: 127.0.0.1 is not localhost. */
  foreign: string;
  /** Another port on the application's own host: browsers treat it as the same site and send even Strict cookies. */
  neighbor: string;
  close(): Promise<void>;
}

const EMPTY_PAGE = '<!doctype html><title>Win a prize</title><body>';

/** Starts a hostile site's web server with an empty page, from which tests run their attempts. */
export async function startHostileSite(): Promise<HostileSite> {
  const server = createServer((_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(EMPTY_PAGE);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    foreign: `http://127.0.0.1:${port}`,
    neighbor: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
