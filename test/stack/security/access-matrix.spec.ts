import { ROUTES } from '@clearwatch/gateway/routes/route-table';
import { loadKeys } from '@clearwatch/infra-local/installation-keys';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  createUsers,
  signedInAdmin,
  signInUser,
  startTemporaryInstallation,
  TEMPORARY_PASSWORD,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { Client } from 'pg';
import {
  ACTORS,
  type ActorName,
  type ApiRoute,
  describedRoutes,
  forgedIdentities,
  harmless,
  namedRoute,
  ROUTES_IN_ORDER,
  RULES,
  routesOf,
  statusOf,
  verdictOf,
  verdictOn,
} from '../testing/access-rules.ts';

const POLICY =
  /^default-src 'none';script-src 'self';style-src 'self' 'nonce-[^']{20,}';style-src-attr 'unsafe-inline';img-src 'self' data: blob:;font-src 'self' data:;connect-src 'self';manifest-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none'$/;

const serviceOf = (route: ApiRoute) =>
  ROUTES.find(({ method, path }) => method === route.method && path === gatewayPath(route))?.service;
const gatewayPath = ({ path }: ApiRoute) => path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');

describe('route coverage', () => {
  it('the access rules cover every described route, and no rule lacks a route [spec 7.3] [security 3.1]', () => {
    const rulesOfGateway = ROUTES.map(({ method, path, access }) => [
      `${method} /${path.replaceAll(/:(\w+)/g, '{$1}')}`,
      typeof access === 'string' ? access : access.includes('User') ? 'staff' : 'admin',
    ]);
    expect(RULES).toEqual(Object.fromEntries(rulesOfGateway));
  });

  it('the access rules cover every route of the gateway, described or not [security 3.1]', () => {
    const open = ROUTES.map(({ method, path }) => `${method} /${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(open.toSorted()).toEqual(Object.keys(RULES).toSorted());
  });
});

describe('access by role', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;
  const clients = {} as Record<ActorName, StaffClient>;

  beforeAll(async () => {
    installation = await startTemporaryInstallation();
    admin = await signedInAdmin(installation);
    const [half, due] = await createUsers(installation, [
      { username: 'no.authenticator', isNew: 'without authenticator' },
      { username: 'old.password', isNew: 'without authenticator' },
    ]);
    const owner = new Client({ connectionString: installation.stack.ownerUrl });
    await owner.connect();
    await owner.query('UPDATE auth.users SET force_password_reset = true WHERE id = $1', [due?.id]);
    await owner.end();
    clients['no session'] = installation.newClient();
    for (const [actor, user] of [
      ['without two-factor', half],
      ['with a password to change', due],
    ] as const) {
      clients[actor] = installation.newClient();
      const credentials = { username: user?.username, password: TEMPORARY_PASSWORD };
      await clients[actor].expect(200, 'POST', '/api/auth/login', credentials);
    }
    clients.User = await signInUser(installation, { username: 'plain.user' });
    clients.Admin = await signInUser(installation, { username: 'second.admin', role: 'Admin' });
  }, 90_000);

  afterAll(() => installation?.remove(), 60_000);

  describe.each(ACTORS)('caller: %s', (actor) => {
    it.each(ROUTES_IN_ORDER.map((route) => [verdictOn(route, actor), route.name, route] as const))(
      'the caller gets the access result %s at %s [spec 6.2] [security 1.7, 3.1]',
      async (expected, _name, route) => {
        const status = await statusOf(installation.url, route, { cookie: clients[actor].cookieHeader });
        expect(verdictOf(status)).toBe(expected);
        expect(status).toBeLessThan(500);
      },
    );
  });

  it('no undeclared method opens a path, even for an admin [security 3.1]', async () => {
    for (const path of new Set(ROUTES_IN_ORDER.map((route) => route.path))) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
        const name = `${method} ${path}`;
        if (RULES[name] !== undefined) continue;
        const status = await statusOf(installation.url, namedRoute(name), { cookie: admin.cookieHeader });
        expect([name, status]).toEqual([name, 404]);
      }
    }
  });

  it('a body with an unknown field is refused, even from an admin [security 3.5]', async () => {
    for (const route of describedRoutes().filter(({ acceptsJson: takesJson }) => takesJson)) {
      const { status, text } = await admin.call(route.method, harmless(route), { isSuperuser: true });
      expect([route.name, status]).toEqual([route.name, 400]);
      expect(text).toContain('isSuperuser');
    }
  });

  it("another user's session can be neither seen nor ended [security 3.2]", async () => {
    const mine = await signInUser(installation, { username: 'session.owner' });
    const other = await signInUser(installation, { username: 'session.thief' });
    const [session] = (await mine.get('/api/auth/sessions')).json() as { id: string }[];
    expect((await other.get('/api/auth/sessions')).text).not.toContain(session?.id);
    expect((await other.call('DELETE', `/api/auth/sessions/${session?.id}`)).status).toBe(404);
    await other.call('DELETE', '/api/auth/sessions');
    expect((await mine.get('/api/auth/user')).status).toBe(200);
  });

  it.each([
    ['deactivation', 'PUT', '', { isActive: false }, 401],
    ['demotion', 'PUT', '', { role: 'User' }, 401],
    ['a password reset', 'POST', '/reset-password', { newPassword: 'given by an admin 5' }, 401],
    ['a two-factor reset', 'POST', '/reset-two-factor', undefined, 401],
    ['session revocation', 'DELETE', '/sessions', undefined, 401],
    ['deletion', 'DELETE', '', undefined, 401],
  ] as const)(
    '%s ends the access of a user at the next request [security 1.6]',
    async (what, method, act, body, status) => {
      const client = await signInUser(installation, { username: `soon ${what}`, role: 'Admin' });
      expect((await client.get('/api/users')).status).toBe(200);
      const answer = await admin.call(method, `/api/users/${client.user.id}${act}`, body);
      expect([200, 204]).toContain(answer.status);
      expect((await client.get('/api/users')).status).toBe(status);
      expect((await client.get('/api/metrics/30')).status).toBe(status);
    },
  );

  it('a valid identity header from outside is ignored [security 3.7]', async () => {
    const keys = new IdentityKeys(loadKeys(installation.dataDirectory).identity);
    const actor = { userId: 1, username: 'admin', role: 'Admin', requestId: 'r', address: null } as const;
    for (const route of ROUTES_IN_ORDER) {
      const service = serviceOf(route);
      if (service === undefined || RULES[route.name] === 'public') continue;
      const identity = signIdentity(actor, service, keys);
      const status = await statusOf(installation.url, route, { [IDENTITY_HEADER]: identity });
      expect([route.name, status]).toEqual([route.name, 401]);
    }
  });

  it('every API response forbids caching and carries all security headers [security 4.5, 4.8]', async () => {
    for (const route of ROUTES_IN_ORDER.filter(({ method }) => method === 'GET')) {
      const answer = await fetch(new URL(harmless(route), installation.url), {
        headers: { cookie: admin.cookieHeader },
      });
      await answer.body?.cancel();
      expect([route.name, Object.fromEntries(answer.headers)]).toEqual([
        route.name,
        expect.objectContaining({
          'cache-control': 'no-store',
          'content-security-policy': expect.stringMatching(POLICY) as string,
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
        }),
      ]);
    }
  });

  it.each(['/.env', '/.git/config', '/api/auth/user/x.css', '/api/internal/sign-in', '/keys/keys.json'])(
    '%s returns 404 even to an admin [security 4.12]',
    async (path) => {
      expect((await admin.get(path)).status).toBe(404);
    },
  );

  describe.each(['auth', 'ingest', 'analytics', 'reports'] as const)('port of %s', (service) => {
    let keys: IdentityKeys;
    let routes: ApiRoute[];
    const base = () => installation.stack.urlOf(service);

    beforeAll(async () => {
      keys = new IdentityKeys(loadKeys(installation.dataDirectory).identity);
      const description: unknown = await (await fetch(new URL('/openapi.json', base()))).json();
      routes = routesOf(description).filter(({ path }) => path !== '/health');
    });

    const genuine = async (role: 'User' | 'Admin' | 'Gateway') => ({
      [IDENTITY_HEADER]: signIdentity(
        {
          userId: role === 'Gateway' ? null : 1,
          username: 'admin',
          role,
          requestId: 'direct-request',
          address: null,
        },
        service,
        keys,
      ),
    });

    it('the port of a service refuses every forged identity [security 3.6]', async () => {
      expect(routes.length).toBeGreaterThan(0);
      for (const [what, identity] of Object.entries(forgedIdentities(service, keys))) {
        for (const route of routes) {
          const headers: Record<string, string> = identity === undefined ? {} : { [IDENTITY_HEADER]: identity };
          const status = await statusOf(base(), route, headers);
          expect([what, route.name, status]).toEqual([what, route.name, 401]);
        }
      }
    });

    it('a service enforces roles at its own port [spec 6.4] [security 3.3]', async () => {
      for (const route of routes) {
        const rule = RULES[route.name];
        const verdicts = {
          User: verdictOf(await statusOf(base(), route, await genuine('User'))),
          Admin: verdictOf(await statusOf(base(), route, await genuine('Admin'))),
          Gateway: verdictOf(await statusOf(base(), route, await genuine('Gateway'))),
        };
        expect([route.name, verdicts]).toEqual([
          route.name,
          {
            User: rule === 'staff' ? 'let in' : 403,
            Admin: rule === undefined ? 403 : 'let in',
            Gateway: rule === undefined ? 'let in' : 403,
          },
        ]);
      }
    });

    it('the private routes of a service are not exposed at the public port [security 3.9]', async () => {
      for (const route of routes.filter(({ name }) => RULES[name] === undefined)) {
        // Any address outside the API belongs to the web application, which handles it in the browser.
        const { status, text } = await admin.call(route.method, harmless(route));
        const isPage = route.method === 'GET' && status === 200 && text.startsWith('<!doctype html>');
        expect([route.name, isPage || status]).toEqual([route.name, route.method === 'GET' ? true : 404]);
      }
    });
  });
});
