import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { keepEventsInOutbox } from '@clearwatch/service-kit/testing/service-overrides';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { type AuthTestContext, IDENTITY_KEY, startAuth } from '../../../auth/src/testing/auth-test-context.ts';
import { insertUserWithTwoFactor, PASSWORD } from '../../../auth/src/testing/user-fixtures.ts';
import { createGatewayApplication } from '../gateway-application.ts';
import { GatewayEnvironment } from '../gateway-environment.ts';

export type FakeAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** A fake service that records requests and answers as the test specifies. */
export interface FakeService {
  url: string;
  /** Newest last, without health checks. */
  requests: IncomingMessage[];
  answer: FakeAnswer;
  server: Server;
  close(): Promise<void>;
}

const echo: FakeAnswer = (request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ method: request.method, url: request.url }));
};

export async function startFakeService(answer: FakeAnswer = echo): Promise<FakeService> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/health') === true) {
      response.end('{}');
      return;
    }
    service.requests.push(request);
    service.answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const service: FakeService = {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    requests: [],
    answer,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

export type Agent = ReturnType<typeof request.agent>;

/** The gateway with the real auth service and fakes of the other services. */
export interface GatewayTestContext {
  app: NestExpressApplication;
  server: Server;
  url: string;
  auth: AuthTestContext;
  ingest: FakeService;
  analytics: FakeService;
  reports: FakeService;
  close(): Promise<void>;
}

export async function startGateway(more: Partial<GatewayEnvironment> = {}): Promise<GatewayTestContext> {
  const auth = await startAuth();
  const [ingest, analytics, reports] = await Promise.all([startFakeService(), startFakeService(), startFakeService()]);
  const web = createBuiltWeb();
  const environment = Object.assign(
    new GatewayEnvironment(),
    {
      PORT: 0,
      DATABASE_URL: auth.database.urlFor('gateway'),
      QUEUE_DATABASE_URL: auth.database.urlFor('gateway'),
      IDENTITY_KEYS: IDENTITY_KEY,
      SESSION_KEYS: '4'.repeat(64),
      LOG_LEVEL: 'silent',
      AUTH_URL: auth.url,
      INGEST_URL: ingest.url,
      ANALYTICS_URL: analytics.url,
      REPORTS_URL: reports.url,
      WEB_DIRECTORY: web,
    },
    more,
  );
  const logger = createLogger({ service: 'gateway', level: environment.LOG_LEVEL });
  const app = await createGatewayApplication(environment, logger);
  keepEventsInOutbox(app);
  await app.listen(0, '127.0.0.1');
  const server = app.getHttpServer();
  const address = server.address();
  return {
    app,
    server,
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    auth,
    ingest,
    analytics,
    reports,
    close: async () => {
      await app.close();
      await Promise.all([ingest, analytics, reports].map((service) => service.close()));
      await auth.close();
      rmSync(web, { recursive: true });
    },
  };
}

export interface StaffMember {
  id: number;
  agent: Agent;
  /** Signs the same user in with another browser. */
  signInElsewhere: () => Promise<Agent>;
}

/** A user who has passed both factors. The agent keeps the cookie. */
export async function createSignedInUser(
  gateway: GatewayTestContext,
  columns: { username: string; role?: 'User' | 'Admin' },
): Promise<StaffMember> {
  const { id, username, code } = await insertUserWithTwoFactor(gateway.auth.owner, columns);
  const signIn = async (): Promise<Agent> => {
    // Each code works once. The reset saves the test from waiting 30 seconds for the next code.
    await gateway.auth.owner.query('UPDATE auth.users SET two_factor_last_step = 0 WHERE id = $1', [id]);
    const agent = request.agent(gateway.server);
    const credentials = { username, password: PASSWORD, twoFactorCode: await code() };
    const answer = await agent.post('/api/auth/login').send(credentials);
    if (answer.status !== 200) throw new Error(`Signing in failed: ${answer.status} ${answer.text}`);
    return agent;
  };
  return { id, agent: await signIn(), signInElsewhere: signIn };
}

/** The `Cookie` header of the agent, for a second client with the same cookie. */
export function cookieHeaderOf(agent: Agent): string {
  const address = { domain: '127.0.0.1', path: '/', secure: false, script: false };
  return agent.jar.getCookies(address).toValueString();
}

/** Status of the response to a request with this session cookie. */
export async function statusWith(
  { url }: Pick<GatewayTestContext, 'url'>,
  cookie: string,
  { method, address }: { method: string; address: string },
): Promise<number> {
  const answer = await fetch(`${url}${address}`, {
    method,
    headers: { cookie: `clearwatch=${cookie}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Value of the session cookie that a response sets; null when it sets none. */
export function sessionCookieOf(answer: { headers: Record<string, unknown> }): string | null {
  const cookies = answer.headers['set-cookie'];
  const all = Array.isArray(cookies) ? (cookies as string[]) : [];
  const cookie = all.find((one) => !one.includes('-device='));
  return cookie === undefined ? null : (/^[^=]+=([^;]*)/.exec(cookie)?.[1] ?? null);
}

function createBuiltWeb(): string {
  const directory = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(directory, 'assets'));
  writeFileSync(
    join(directory, 'index.html'),
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><meta name="public-path" content="__PUBLIC_PATH__"><title>Clearwatch</title>',
  );
  writeFileSync(join(directory, 'assets', 'index-abc123.js'), `export const text = '${'long '.repeat(1_000)}';`);
  writeFileSync(join(directory, 'assets', 'packed-abc123.js'), 'export const text = 1;');
  writeFileSync(join(directory, 'assets', 'packed-abc123.js.br'), brotliCompressSync('export const text = 1;'));
  writeFileSync(join(directory, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(directory, '.inputs'), 'secret of the build');
  return directory;
}

/** Moves the last activity of the user's sessions into the past. */
export async function makeIdle(gateway: GatewayTestContext, userId: number, seconds: number): Promise<void> {
  await gateway.auth.owner.query(
    "UPDATE sessions.sessions SET last_activity = now() - $2 * interval '1 second' WHERE user_id = $1",
    [userId, seconds],
  );
}

/** Seconds since the last recorded activity in each of the user's sessions, most recent first. */
export async function idleSecondsOf(gateway: GatewayTestContext, userId: number): Promise<number[]> {
  const { rows } = await gateway.auth.owner.query<{ seconds: number }>(
    `SELECT extract(epoch FROM now() - last_activity)::float8 AS seconds FROM sessions.sessions
     WHERE user_id = $1 ORDER BY seconds`,
    [userId],
  );
  return rows.map(({ seconds }) => seconds);
}

/** Events by a user that the gateway recorded, oldest first, in the outbox or the audit log. */
export async function auditEventsOf(
  gateway: GatewayTestContext,
  actorId: number,
): Promise<{ action: string; [column: string]: unknown }[]> {
  const columns = 'id, at, action, actor_name, address, request_id, subject_type, subject_id, subject_label, detail';
  const { rows } = await gateway.auth.owner.query<{ action: string }>(
    `SELECT ${columns} FROM sessions.audit_outbox WHERE actor_id = $1
     UNION SELECT ${columns} FROM auth.audit_events WHERE actor_id = $1
       AND action IN ('session.signed_out', 'session.ended', 'access.denied', 'job.retried', 'job.discarded')
     ORDER BY at`,
    [actorId],
  );
  return rows;
}

export async function auditActionsOf(gateway: GatewayTestContext, actorId: number): Promise<string[]> {
  return (await auditEventsOf(gateway, actorId)).map(({ action }) => action);
}
