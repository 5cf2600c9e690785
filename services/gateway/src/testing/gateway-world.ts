import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { keepAuditEvents } from '@clearwatch/service-kit/testing/keeping-audit-events';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { aUserWithTwoFactor, PASSWORD } from '../../../auth/src/testing/a-user.ts';
import { type AuthWorld, IDENTITY_KEY, startAuth } from '../../../auth/src/testing/auth-world.ts';
import { createGatewayApplication } from '../boot/gateway.application.ts';
import { GatewayEnvironment } from '../environment.ts';
import { type FakeService, startFakeService } from './fake-service.ts';

export type Agent = ReturnType<typeof request.agent>;

/** The gateway with the real auth service behind it and fake ones for the rest. */
export interface GatewayWorld {
  app: NestExpressApplication;
  server: Server;
  url: string;
  auth: AuthWorld;
  ingest: FakeService;
  analytics: FakeService;
  reports: FakeService;
  close(): Promise<void>;
}

export async function startGateway(more: Partial<GatewayEnvironment> = {}): Promise<GatewayWorld> {
  const auth = await startAuth();
  const [ingest, analytics, reports] = await Promise.all([
    startFakeService(),
    startFakeService(),
    startFakeService(),
  ]);
  const web = aBuiltWeb();
  const environment = Object.assign(
    new GatewayEnvironment(),
    {
      PORT: 0,
      DATABASE_URL: auth.database.urlFor('gateway'),
      QUEUE_DATABASE_URL: auth.database.queueUrl,
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
  keepAuditEvents(app);
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
  /** Another browser of the same person. */
  signInElsewhere: () => Promise<Agent>;
}

/** Somebody who went through both factors; the agent keeps the cookie. */
export async function aSignedInUser(
  world: GatewayWorld,
  columns: { username: string; role?: 'User' | 'Admin' },
): Promise<StaffMember> {
  const { id, username, code } = await aUserWithTwoFactor(world.auth.owner, columns);
  const signIn = async (): Promise<Agent> => {
    // A code is good once; a test does not want to wait half a minute for the next.
    await world.auth.owner.query('UPDATE auth.users SET two_factor_last_step = 0 WHERE id = $1', [id]);
    const agent = request.agent(world.server);
    const credentials = { username, password: PASSWORD, twoFactorCode: await code() };
    const answer = await agent.post('/api/auth/login').send(credentials);
    if (answer.status !== 200) throw new Error(`Signing in failed: ${answer.status} ${answer.text}`);
    return agent;
  };
  return { id, agent: await signIn(), signInElsewhere: signIn };
}

/** What the agent's browser would send: for a second client that holds the same cookie. */
export function cookiesOf(agent: Agent): string {
  const address = { domain: '127.0.0.1', path: '/', secure: false, script: false };
  return agent.jar.getCookies(address).toValueString();
}

/** What a route answers to whoever sends this session cookie. */
export async function statusWith(
  { url }: Pick<GatewayWorld, 'url'>,
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

/** The value of the session cookie an answer sets, null when it sets none. */
export function cookieOf(answer: { headers: Record<string, unknown> }): string | null {
  const cookies = answer.headers['set-cookie'];
  const [cookie] = Array.isArray(cookies) ? (cookies as string[]) : [];
  return cookie === undefined ? null : (/^[^=]+=([^;]*)/.exec(cookie)?.[1] ?? null);
}

function aBuiltWeb(): string {
  const directory = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(directory, 'assets'));
  writeFileSync(
    join(directory, 'index.html'),
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><meta name="public-path" content="__PUBLIC_PATH__"><title>Clearwatch</title>',
  );
  writeFileSync(
    join(directory, 'assets', 'index-abc123.js'),
    `export const text = '${'long '.repeat(1_000)}';`,
  );
  writeFileSync(join(directory, 'assets', 'packed-abc123.js'), 'export const text = 1;');
  writeFileSync(
    join(directory, 'assets', 'packed-abc123.js.br'),
    brotliCompressSync('export const text = 1;'),
  );
  writeFileSync(join(directory, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(directory, '.inputs'), 'secret of the build');
  return directory;
}
