import type { LoginResponse, SetupTwoFactorResponse, VerifyTwoFactorResponse } from '@clearwatch/contracts/sign-in.dto';
import { generate } from 'otplib';
import request from 'supertest';
import { insertUser, insertUserWithTwoFactor, PASSWORD } from '../../../auth/src/testing/user-fixtures.ts';
import {
  type Agent,
  type GatewayTestContext,
  sessionCookieOf,
  startGateway,
  statusWith,
} from '../testing/gateway-test-context.ts';

let gateway: GatewayTestContext;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(() => gateway.close());

const login = (agent: Agent, username: string, more: object = {}) =>
  agent.post('/api/auth/login').send({ username, password: PASSWORD, ...more });

describe('first sign-in', () => {
  it('a first sign-in requires password change and two-factor setup, with a new session id at each step [spec 1.3, 6.3] [security 1.1, 1.10]', async () => {
    await insertUser(gateway.auth.owner, {
      username: 'first.day',
      force_password_reset: true,
      role: 'Admin',
    });
    const agent = request.agent(gateway.server);

    const first = await login(agent, 'first.day');
    expect(first.body as LoginResponse).toEqual({
      requiresTwoFactor: false,
      requiresActivationCode: false,
      requiresTwoFactorSetup: false,
      requiresPasswordChange: true,
      user: null,
    });
    expect((await agent.post('/api/auth/setup-2fa')).status).toBe(403);

    const passwords = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    const second = await agent.post('/api/auth/change-password').send(passwords);
    expect(second.body).toMatchObject({ requiresTwoFactorSetup: true, user: null });

    const setUp = (await agent.post('/api/auth/setup-2fa')).body as SetupTwoFactorResponse;
    expect(setUp).toMatchObject({ qrCodeImageUrl: '/api/auth/two-factor-qr' });
    const image = await agent.get(setUp.qrCodeImageUrl);
    expect(image.headers['content-type']).toBe('image/png');

    expect((await agent.post('/api/auth/verify-2fa').send({ twoFactorCode: '12345' })).text).toContain(
      'Code must be 6 digits',
    );
    const twoFactorCode = await generate({ secret: setUp.secret });
    const third = await agent.post('/api/auth/verify-2fa').send({ twoFactorCode });
    const verified = third.body as VerifyTwoFactorResponse;
    expect(verified.user).toMatchObject({ username: 'first.day', role: 'Admin', lastLogin: null });
    expect(verified.recoveryCodes).toHaveLength(10);

    expect((await agent.get('/api/auth/user')).body).toEqual(verified.user);
    expect((await agent.post('/api/auth/setup-2fa')).status).toBe(409);
    expect((await agent.get(setUp.qrCodeImageUrl)).status).toBe(409);

    const ids = [first, second, third].map(sessionCookieOf);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids.slice(0, 2)) {
      expect(await statusWith(gateway, id ?? '', { method: 'POST', address: '/api/auth/setup-2fa' })).toBe(401);
    }
  });
});

describe('later sign-in', () => {
  it('a later sign-in asks for the code without starting a session, then returns the user', async () => {
    const { username, code } = await insertUserWithTwoFactor(gateway.auth.owner, {
      username: 'every.day',
      last_login: '2026-11-02T08:00:00Z',
    });
    const agent = request.agent(gateway.server);
    const half = await login(agent, username);
    expect(half.body).toEqual({
      requiresTwoFactor: true,
      requiresActivationCode: false,
      requiresTwoFactorSetup: false,
      requiresPasswordChange: false,
      user: null,
    });
    expect(sessionCookieOf(half)).toBeNull();

    const whole = await login(agent, username, { twoFactorCode: await code() });
    expect((whole.body as LoginResponse).user).toMatchObject({
      username,
      lastLogin: '2026-11-02T08:00:00.000Z',
    });
    expect(whole.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^clearwatch=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/),
    );
    expect((await agent.get('/api/auth/user')).body).toEqual((whole.body as LoginResponse).user);
  });

  it('a failed sign-in returns a clear message', async () => {
    const agent = request.agent(gateway.server);
    const { status, text, headers } = await login(agent, 'no such user');
    expect(status).toBe(401);
    expect(text).toBe('Invalid username or password. After 3 failed attempts an account is locked for 15 minutes.');
    expect(headers['content-type']).toMatch(/^text\/plain/);
  });

  it.each([
    [{ username: 'x' }, 'Password is required'],
    [{ username: '', password: 'x' }, 'Username is required'],
    [{ username: ['x'], password: 'x' }, 'Username'],
    [{ username: 'x', password: 'x', role: 'Admin' }, 'role'],
    [[], 'JSON object'],
  ])('a sign-in request with the body %j is rejected', async (body, sentence) => {
    const { status, text } = await request(gateway.server).post('/api/auth/login').send(body);
    expect(status).toBe(400);
    expect(text).toContain(sentence);
  });
});
