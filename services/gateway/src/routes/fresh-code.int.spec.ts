import { MAX_FAILED_LOGINS } from '@clearwatch/contracts/users';
import request, { type Test } from 'supertest';
import { recordedActions } from '../../../auth/src/testing/auth-test-context.ts';
import {
  accountColumns,
  insertUser,
  insertUserWithTwoFactor,
  PASSWORD,
} from '../../../auth/src/testing/user-fixtures.ts';
import {
  type Agent,
  createSignedInUser,
  type GatewayTestContext,
  startGateway,
} from '../testing/gateway-test-context.ts';
import { ROUTES } from './route-table.ts';

let gateway: GatewayTestContext;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(() => gateway.close());

async function signedInAdmin(username: string) {
  return createSignedInUser(gateway, { username, role: 'Admin' });
}

/** Moves the last code of the user's sessions into the past. */
async function ageCode(userId: number, minutes: number): Promise<void> {
  await gateway.auth.owner.query(
    `UPDATE sessions.sessions SET sess = jsonb_set(sess::jsonb, '{signedIn,codeAt}',
       to_jsonb((sess -> 'signedIn' ->> 'codeAt')::bigint - $2::bigint * 60000))::json WHERE user_id = $1`,
    [userId, minutes],
  );
}

const send = (agent: Agent, method: string, path: string): Test => {
  const verb = method.toLowerCase() as 'post' | 'put' | 'delete';
  const address = `/${path.replaceAll(/:\w+/g, '999999')}`;
  return verb === 'delete' ? agent.delete(address) : agent[verb](address).send({});
};

/** Admin-only changes that need no fresh code, and why. */
const WITHOUT_FRESH_CODE: Readonly<Record<string, string>> = {
  'POST api/audit-events/verify': 'changes nothing',
  'POST api/detection/tryouts': 'computes a backtest and changes no policy', // cspell:disable-line
  'POST api/imports/sample': 'imports sample data, which can be undone',
  'POST api/system/failed-jobs/:queue/:id/retry': 'repeats work that was already requested',
  'DELETE api/system/failed-jobs/:queue/:id': 'the tables still contain the work',
  'PUT api/settings/institution': 'name and contact of the institution, with versions',
};

describe('fresh code for admin actions', () => {
  it('every change that only admins may make needs a fresh code or is exempt for a reason [finding E 4]', () => {
    const changes = ROUTES.filter(
      ({ access, method }) => Array.isArray(access) && !access.includes('User') && method !== 'GET',
    );
    const unprotected = changes
      .filter(({ freshCode }) => freshCode !== true)
      .map(({ method, path }) => `${method} ${path}`);
    expect(unprotected.toSorted()).toEqual(Object.keys(WITHOUT_FRESH_CODE).toSorted());
  });

  it('no admin action is carried out more than five minutes after the last code [finding E 4]', async () => {
    const { id, agent } = await signedInAdmin('stale.admin');
    await ageCode(id, 6);
    const before = gateway.ingest.requests.length + gateway.analytics.requests.length + gateway.reports.requests.length;
    for (const { method, path } of ROUTES.filter(({ freshCode }) => freshCode === true)) {
      const { status, headers, text } = await send(agent, method, path);
      expect([method, path, status, headers['x-error-code']]).toEqual([method, path, 403, 'fresh_code_required']);
      expect(text).toMatch(/code from your authenticator app/);
    }
    const after = gateway.ingest.requests.length + gateway.analytics.requests.length + gateway.reports.requests.length;
    expect(after).toBe(before);
    // Reading and work that is not administration go on.
    expect((await agent.get('/api/users')).status).toBe(200);
    expect((await agent.get('/api/unusual-activities')).status).toBe(200);
  });

  it('a session of an earlier version, without the time of its code, needs a fresh code', async () => {
    const { id, agent } = await signedInAdmin('older.version');
    await gateway.auth.owner.query(
      "UPDATE sessions.sessions SET sess = (sess::jsonb #- '{signedIn,codeAt}')::json WHERE user_id = $1",
      [id],
    );
    expect((await agent.delete('/api/users/999999')).status).toBe(403);
  });

  it('the code of the sign-in allows admin actions for five minutes', async () => {
    const { id, agent } = await signedInAdmin('recent.admin');
    expect((await agent.delete('/api/users/999999')).status).toBe(404);
    await ageCode(id, 4);
    expect((await agent.delete('/api/users/999999')).status).toBe(404);
  });

  it('a fresh code allows admin actions again, in this session only, and is recorded', async () => {
    const admin = await createAdminWithCode('fresh.admin');
    await ageCode(admin.id, 6);
    expect((await admin.agent.delete('/api/users/999999')).status).toBe(403);
    const answer = await admin.agent.post('/api/auth/fresh-code').send({ twoFactorCode: await admin.newCode() });
    expect(answer.status).toBe(200);
    const minutes = (Date.parse((answer.body as { validUntil: string }).validUntil) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(4);
    expect(minutes).toBeLessThanOrEqual(5);
    expect((await admin.agent.delete('/api/users/999999')).status).toBe(404);
    expect(await recordedActions(gateway.auth.owner, admin.id)).toContain('session.code_confirmed');
  });

  it('a fresh code works once, also as the code of the sign-in', async () => {
    const admin = await createAdminWithCode('once.admin');
    const twoFactorCode = await admin.newCode();
    expect((await admin.agent.post('/api/auth/fresh-code').send({ twoFactorCode })).status).toBe(200);
    const again = await admin.agent.post('/api/auth/fresh-code').send({ twoFactorCode });
    expect([again.status, again.text]).toEqual([422, expect.stringMatching(/Each code works once/)]);
  });

  it('the third wrong fresh code locks the account, and then the right one is refused too', async () => {
    const admin = await createAdminWithCode('guessing.admin');
    await ageCode(admin.id, 6);
    for (let tries = 0; tries < MAX_FAILED_LOGINS; tries += 1) {
      expect((await admin.agent.post('/api/auth/fresh-code').send({ twoFactorCode: '000000' })).status).toBe(422);
    }
    expect((await accountColumns(gateway.auth.owner, admin.id))?.locked_until).not.toBeNull();
    const right = await admin.agent.post('/api/auth/fresh-code').send({ twoFactorCode: await admin.newCode() });
    expect(right.status).toBe(422);
    expect((await admin.agent.delete('/api/users/999999')).status).toBe(403);
    expect(await recordedActions(gateway.auth.owner, admin.id)).toEqual(
      expect.arrayContaining(['session.code_refused', 'user.locked']),
    );
  });

  it('twenty concurrent wrong fresh codes count three failures', async () => {
    const admin = await createAdminWithCode('racing.admin');
    await Promise.all(
      Array.from({ length: 20 }, () => admin.agent.post('/api/auth/fresh-code').send({ twoFactorCode: '000000' })),
    );
    expect((await accountColumns(gateway.auth.owner, admin.id))?.failed_login_attempts).toBe(MAX_FAILED_LOGINS);
  });

  it('a fresh code does not revive a session that has ended', async () => {
    const admin = await createAdminWithCode('ended.admin');
    await gateway.auth.owner.query('DELETE FROM sessions.sessions WHERE user_id = $1', [admin.id]);
    const { status } = await admin.agent.post('/api/auth/fresh-code').send({ twoFactorCode: await admin.newCode() });
    expect(status).toBe(401);
    const { rows } = await gateway.auth.owner.query('SELECT sid FROM sessions.sessions WHERE user_id = $1', [admin.id]);
    expect(rows).toEqual([]);
  });

  it('a session that has not passed the second factor cannot confirm a code', async () => {
    await insertUser(gateway.auth.owner, { username: 'half.admin', role: 'Admin' });
    const { agent } = await createSignedInUser(gateway, { username: 'whole.user' });
    expect((await agent.post('/api/auth/fresh-code').send({ twoFactorCode: '000000' })).status).toBe(422);
    const half = request.agent(gateway.server);
    await half.post('/api/auth/login').send({ username: 'half.admin', password: PASSWORD });
    expect((await half.post('/api/auth/fresh-code').send({ twoFactorCode: '000000' })).status).toBe(401);
  });
});

/** An admin whose next code is unused, as after half a minute. */
async function createAdminWithCode(username: string) {
  const { id, code } = await insertUserWithTwoFactor(gateway.auth.owner, { username, role: 'Admin' });
  const agent = request.agent(gateway.server);
  const credentials = { username, password: PASSWORD, twoFactorCode: await code() };
  const { status } = await agent.post('/api/auth/login').send(credentials);
  if (status !== 200) throw new Error(`Signing in failed: ${status}`);
  const newCode = async (): Promise<string> => {
    await gateway.auth.owner.query('UPDATE auth.users SET two_factor_last_step = 0 WHERE id = $1', [id]);
    return code();
  };
  return { id, agent, newCode };
}
