import { type BinaryLike, createHmac, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '@clearwatch/gateway/routes/route-table';
import { type IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';

const OPENAPI = join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json');

export interface ApiRoute {
  /** `POST /api/users/{id}/unlock` */
  name: string;
  method: string;
  path: string;
  /** Takes a JSON body. */
  acceptsJson: boolean;
}

/** Who may call a route: `signing-in` needs only the password, the roles need both factors. */
type AccessRule = 'public' | 'signing-in' | 'staff' | 'admin';

interface Operation {
  'x-access'?: 'public' | 'signing-in' | readonly string[];
  requestBody?: { content?: Record<string, unknown> };
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
}

const READING_POSTS = new Set(
  ROUTES.filter(({ changesNothing }) => changesNothing === true).map(
    ({ method, path }) => `${method} /${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  ),
);
const DESCRIPTION = JSON.parse(readFileSync(OPENAPI, 'utf8')) as Description;

/** Routes that change nothing, also those that send a long filter in a POST. */
export const READING_ROUTES: readonly string[] = Object.entries(DESCRIPTION.paths).flatMap(([path, operations]) =>
  Object.keys(operations)
    .map((method) => `${method.toUpperCase()} ${path}`)
    .filter((name) => name.startsWith('GET ') || READING_POSTS.has(name)),
);

/** Every route in the committed API description. */
export function describedRoutes(): ApiRoute[] {
  return routesOf(DESCRIPTION);
}

/** Who may call each route, according to the committed description: a change in access shows in its diff. */
export const DESCRIBED_RULES = Object.fromEntries(
  Object.entries(DESCRIPTION.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { 'x-access': access }]) => [
      `${method.toUpperCase()} ${path}`,
      typeof access === 'string' ? access : access?.includes('User') ? 'staff' : 'admin',
    ]),
  ),
) as Readonly<Record<string, AccessRule>>;

export function routesOf(description: unknown): ApiRoute[] {
  return Object.entries((description as Description).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody }]) => ({
      ...namedRoute(`${method.toUpperCase()} ${path}`),
      takesJson: requestBody?.content?.['application/json'] !== undefined,
    })),
  );
}

export function namedRoute(name: string): ApiRoute {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, path, acceptsJson: false };
}

/** The path of a record that does not exist: an admitted caller gets a response and changes nothing. */
export function harmless({ path }: Pick<ApiRoute, 'path'>): string {
  return path
    .replace('/sessions/{id}', '/sessions/00000000-0000-4000-8000-000000000000')
    .replace('{file}', 'openapi.json')
    .replace('{limit}/{days}', '10/30')
    .replace('{days}', '30')
    .replaceAll(/\{\w+\}/g, '999999999');
}

/** Bodies for routes that refuse an empty body before they check the caller. */
const BODIES: Readonly<Record<string, object>> = { 'POST /api/auth/verify-2fa': { twoFactorCode: '000000' } };
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

/** The status of a response, whose body may never end. */
export async function statusOf(base: string, route: ApiRoute, headers: Record<string, string> = {}): Promise<number> {
  const sendsBody = !WITHOUT_BODY.has(route.method);
  const answer = await fetch(new URL(harmless(route), base), {
    method: route.method,
    redirect: 'manual',
    headers: { ...headers, ...(sendsBody ? { 'content-type': 'application/json' } : {}) },
    ...(sendsBody ? { body: JSON.stringify(BODIES[route.name] ?? {}) } : {}),
  });
  await answer.body?.cancel();
  return answer.status;
}

export const ACTORS = ['no session', 'without two-factor', 'with a password to change', 'User', 'Admin'] as const;
export type ActorName = (typeof ACTORS)[number];
export type Verdict = 'let in' | 401 | 403;

/** In the order of `ACTORS`. */
const VERDICTS: Record<AccessRule, readonly Verdict[]> = {
  public: ['let in', 'let in', 'let in', 'let in', 'let in'],
  'signing-in': [401, 'let in', 'let in', 'let in', 'let in'],
  staff: [401, 401, 401, 'let in', 'let in'],
  admin: [401, 401, 401, 403, 'let in'],
};

/** Two-factor routes, which are refused with 403, not 401, before the password change. */
const AFTER_THE_PASSWORD = new Set([
  'POST /api/auth/setup-2fa',
  'POST /api/auth/verify-2fa',
  'GET /api/auth/two-factor-qr',
]);

/** The pages of the API documentation are not in the description. */
export const RULES: Readonly<Record<string, AccessRule>> = {
  ...DESCRIBED_RULES,
  'GET /api/docs': 'staff',
  'GET /api/docs/{file}': 'staff',
};

/** Sign-out is last because it ends the actor's session. */
export const ROUTES_IN_ORDER: readonly ApiRoute[] = Object.keys(RULES)
  .toSorted((a, b) => Number(a.endsWith('/logout')) - Number(b.endsWith('/logout')))
  .map((name) => namedRoute(name));

/** The expected response when an actor calls a route. */
export function verdictOn(route: ApiRoute, actor: ActorName): Verdict | undefined {
  if (actor === 'with a password to change' && AFTER_THE_PASSWORD.has(route.name)) return 403;
  return VERDICTS[RULES[route.name] ?? 'public'][ACTORS.indexOf(actor)];
}

/** Statuses such as 404 and 400 mean that the caller was let in and the record does not exist. */
export function verdictOf(status: number): Verdict {
  return status === 401 || status === 403 ? status : 'let in';
}

type Claims = Record<string, unknown>;

const encoded = (part: Claims) => Buffer.from(JSON.stringify(part)).toString('base64url');
const inSeconds = (offset: number) => Math.floor(Date.now() / 1_000) + offset;

function signed(claims: Claims, key: BinaryLike | KeyObject, algorithm = 'HS256'): string {
  const text = `${encoded({ alg: algorithm })}.${encoded(claims)}`;
  const digest = algorithm === 'HS512' ? 'sha512' : 'sha256';
  return `${text}.${createHmac(digest, key).update(text).digest('base64url')}`;
}

/** Identities that every service must refuse, by their defect; undefined stands for a request without an identity. */
export function forgedIdentities(service: string, keys: IdentityKeys): Record<string, string | undefined> {
  const claims = {
    username: 'admin',
    role: 'Admin',
    rid: 'forged-request',
    sub: '1',
    aud: service,
    iat: inSeconds(0),
    exp: inSeconds(60),
  };
  const user = { userId: 1, username: 'admin', role: 'User', requestId: 'r', address: null } as const;
  const [header, , signature] = signIdentity(user, service, keys).split('.');
  return {
    'no identity': undefined,
    'an empty identity': '',
    'an unsigned identity': `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
    'a signature with another key': signed(claims, Buffer.alloc(32, 7)),
    'a signature with an empty key': signed(claims, Buffer.alloc(0)),
    'a signature with another algorithm': signed(claims, keys.accepted[0], 'HS512'),
    'an identity for another service': signed({ ...claims, aud: 'another' }, keys.accepted[0]),
    'an identity without a service': signed({ ...claims, aud: undefined }, keys.accepted[0]),
    'an expired identity': signed({ ...claims, iat: inSeconds(-120), exp: inSeconds(-60) }, keys.accepted[0]),
    'an elevated role': `${header}.${encoded(claims)}.${signature}`,
    'an unknown role': signed({ ...claims, role: 'Root' }, keys.accepted[0]),
    'an invalid user id': signed({ ...claims, sub: '1 OR 1=1' }, keys.accepted[0]),
  };
}
