import { setTimeout as pause } from 'node:timers/promises';
import type { SessionExpiry } from '@clearwatch/contracts/sign-in.dto';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import request from 'supertest';
import { insertUser, PASSWORD } from '../../../auth/src/testing/user-fixtures.ts';
import {
  cookieHeaderOf,
  createSignedInUser,
  type GatewayTestContext,
  idleSecondsOf,
  makeIdle,
  sessionCookieOf,
  startGateway,
} from '../testing/gateway-test-context.ts';
import { SessionStore } from './session-store.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe('idle limit of 60 minutes', () => {
  let gateway: GatewayTestContext;

  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  it('a session that is idle for 60 minutes ends with 401 and loses its cookie and row [security 1.8] [fault 6.3]', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'gone.home' });
    const cookie = cookieHeaderOf(agent);
    await makeIdle(gateway, id, HOUR + 1);
    const answer = await agent.get('/api/auth/user');
    expect(answer.status).toBe(401);
    expect(sessionCookieOf(answer)).toBe('');
    expect(await idleSecondsOf(gateway, id)).toEqual([]);
    // A copy of the cookie is useless.
    expect((await request(gateway.server).get('/api/metrics/30').set('Cookie', cookie)).status).toBe(401);
  });

  it('a session that is idle for less than the limit continues, and its idle limit restarts [security 1.8]', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'back.in.time' });
    await makeIdle(gateway, id, HOUR - 2);
    expect((await agent.get('/api/auth/user')).status).toBe(200);
    await waitUntil('the activity is stored', async () => ((await idleSecondsOf(gateway, id))[0] ?? HOUR) < 10);
  });

  it('the idle limit also ends a session whose sign-in is not complete', async () => {
    const id = await insertUser(gateway.auth.owner, { username: 'half.way' });
    const agent = request.agent(gateway.server);
    await agent.post('/api/auth/login').send({ username: 'half.way', password: PASSWORD });
    await makeIdle(gateway, id, HOUR + 1);
    expect((await agent.post('/api/auth/setup-2fa')).status).toBe(401);
  });

  it('the activity of a session is stored at most once a minute', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'busy' });
    await makeIdle(gateway, id, 50);
    await agent.get('/api/auth/user');
    await pause(200);
    expect((await idleSecondsOf(gateway, id))[0]).toBeGreaterThan(50);
    await makeIdle(gateway, id, MINUTE);
    await Promise.all([1, 2, 3, 4].map(() => agent.get('/api/metrics/30')));
    await waitUntil('the activity is stored', async () => ((await idleSecondsOf(gateway, id))[0] ?? HOUR) < 10);
  });

  it.each([
    ['the session expiry request', '/api/auth/session', {}],
    ['health', '/api/health', {}],
    ['a background request of a page', '/api/metrics/30', { 'X-Clearwatch-Background': '1' }],
  ])('the idle limit does not count %s as activity', async (_what, path, headers) => {
    const { id, agent } = await createSignedInUser(gateway, { username: `passive${path}` });
    await makeIdle(gateway, id, 10 * MINUTE);
    expect((await agent.get(path).set(headers)).status).toBeLessThan(400);
    await pause(200);
    expect((await idleSecondsOf(gateway, id))[0]).toBeGreaterThan(10 * MINUTE - 1);
  });

  it('the idle limit does not count an event stream as activity [security 1.8]', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'watching.only' });
    await makeIdle(gateway, id, 10 * MINUTE);
    const leave = new AbortController();
    const headers = { cookie: cookieHeaderOf(agent) };
    const stream = await fetch(`${gateway.url}/api/events`, { headers, signal: leave.signal });
    expect(stream.status).toBe(200);
    await pause(200);
    expect((await idleSecondsOf(gateway, id))[0]).toBeGreaterThan(10 * MINUTE - 1);
    leave.abort();
  });

  it('the idle limit does not count a refused request as activity', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'lured', role: 'User' });
    await makeIdle(gateway, id, 10 * MINUTE);
    const foreign = await agent.post('/api/auth/stay-signed-in').set('Origin', 'https://evil.example');
    expect(foreign.status).toBe(403);
    await pause(200);
    expect((await idleSecondsOf(gateway, id))[0]).toBeGreaterThan(10 * MINUTE - 1);
  });

  it('a request for the session expiry does not extend the session, but a request to stay signed in does', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'asked' });
    await makeIdle(gateway, id, 58 * MINUTE);
    const before = (await agent.get('/api/auth/session')).body as SessionExpiry;
    expect(before.idleMinutes).toBe(60);
    expect(secondsBetween(before.now, before.idleAt)).toBeCloseTo(2 * MINUTE, -1);
    expect(secondsBetween(before.now, before.expiresAt)).toBeCloseTo(7 * 24 * HOUR, -2);
    expect(Math.abs(Date.parse(before.now) - Date.now())).toBeLessThan(5_000);

    const stayed = await agent.post('/api/auth/stay-signed-in');
    expect(stayed.status).toBe(200);
    const after = stayed.body as SessionExpiry;
    expect(secondsBetween(after.now, after.idleAt)).toBe(HOUR);
    expect(after.expiresAt).toBe(before.expiresAt);
    expect((await idleSecondsOf(gateway, id))[0]).toBeLessThan(10);
  });

  it('a session that reaches the idle limit between read and write is not revived', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'too.late' });
    await makeIdle(gateway, id, HOUR + 1);
    const sessions = gateway.app.get(SessionStore);
    expect(await sessions.recordActivityNow(sessionIdIn(cookieHeaderOf(agent)))).toBe(false);
    expect((await agent.get('/api/auth/user')).status).toBe(401);
  });

  it('the session cleanup removes only expired sessions', async () => {
    const idle = await createSignedInUser(gateway, { username: 'never.back' });
    const old = await createSignedInUser(gateway, { username: 'a.week.ago' });
    const present = await createSignedInUser(gateway, { username: 'present' });
    await makeIdle(gateway, idle.id, HOUR + 1);
    await makeIdle(gateway, present.id, HOUR - 30);
    await gateway.auth.owner.query(
      `UPDATE sessions.sessions SET sess = jsonb_set(sess::jsonb, '{signedIn,signedInAt}',
         to_jsonb((sess->'signedIn'->>'signedInAt')::bigint - 7 * 24 * 3600000))::json WHERE user_id = $1`,
      [old.id],
    );
    await gateway.app.get(SessionStore).runNow();
    expect(await idleSecondsOf(gateway, idle.id)).toEqual([]);
    expect(await idleSecondsOf(gateway, old.id)).toEqual([]);
    expect(await idleSecondsOf(gateway, present.id)).toHaveLength(1);
  });
});

describe('disabled idle limit', () => {
  let gateway: GatewayTestContext;

  beforeAll(async () => {
    gateway = await startGateway({ SESSION_IDLE_MINUTES: 0 });
  });
  afterAll(() => gateway.close());

  it('a session without an idle limit survives six idle days and has no idle expiry', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'all.week' });
    await makeIdle(gateway, id, 6 * 24 * HOUR);
    await gateway.app.get(SessionStore).runNow();
    const { status, body } = await agent.get('/api/auth/session');
    expect(status).toBe(200);
    expect(body as SessionExpiry).toMatchObject({ idleAt: null, idleMinutes: 0 });
    expect((await agent.get('/api/auth/sessions')).body).toHaveLength(1);
    expect((await agent.post('/api/auth/stay-signed-in')).status).toBe(200);
  });
});

function secondsBetween(start: string, end: string | null): number {
  return (Date.parse(end ?? '') - Date.parse(start)) / 1_000;
}

/** The signed cookie of express-session is `s:<id>.<signature>`. */
function sessionIdIn(cookies: string): string {
  return /s:([^.]+)\./.exec(decodeURIComponent(cookies))?.[1] ?? '';
}
