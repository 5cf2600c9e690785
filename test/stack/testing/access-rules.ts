import { type BinaryLike, createHmac, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';

/**
 * public: everybody · signing-in: whoever gave a password, complete or not · staff: User and Admin, both factors given ·
 * admin: Admin, both factors given.
 */
type AccessRule = 'public' | 'signing-in' | 'staff' | 'admin';

/** Who may call what, said a second time and by hand: a route that changes hands must be changed here as well. */
export const ACCESS_RULES: Readonly<Record<string, AccessRule>> = {
  'POST /api/auth/login': 'public',
  'POST /api/auth/logout': 'public',
  'GET /api/health': 'public',

  'POST /api/auth/change-password': 'signing-in',
  'POST /api/auth/setup-2fa': 'signing-in',
  'POST /api/auth/verify-2fa': 'signing-in',
  'GET /api/auth/two-factor-qr': 'signing-in',

  'GET /api/auth/user': 'staff',
  'GET /api/auth/session': 'staff',
  'POST /api/auth/stay-signed-in': 'staff',
  'GET /api/auth/sessions': 'staff',
  'DELETE /api/auth/sessions': 'staff',
  'DELETE /api/auth/sessions/{id}': 'staff',
  'GET /api/events': 'staff',
  'GET /api/system/status': 'staff',
  'GET /api/system/retention': 'staff',
  'GET /api/system/failed-jobs': 'admin',
  'POST /api/system/failed-jobs/{queue}/{id}/retry': 'admin',
  'DELETE /api/system/failed-jobs/{queue}/{id}': 'admin',
  'POST /api/upload-transactions': 'staff',
  'GET /api/imports': 'staff',
  'GET /api/imports/sample': 'staff',
  'GET /api/imports/{id}': 'staff',
  'DELETE /api/imports/{id}': 'admin',
  'GET /api/imports/{id}/rejects': 'staff',
  'GET /api/imports/{id}/mapping': 'staff',
  'PUT /api/imports/{id}/mapping': 'staff',
  'POST /api/imports/{id}/mapping': 'staff',
  'DELETE /api/imports/{id}/mapping': 'staff',
  'POST /api/imports/{id}/mapping/preview': 'staff',
  'POST /api/imports/{id}/discard': 'staff',
  'GET /api/imports/{id}/rejects-to-correct.csv': 'staff',
  'GET /api/imports/{id}/rejects.csv': 'staff',
  'GET /api/imports/{id}/duplicates': 'staff',
  'POST /api/imports/{id}/duplicates/{row}/keep': 'staff',
  'POST /api/imports/{id}/retry': 'staff',
  'POST /api/bulk-upload-llamaextract': 'staff',
  'GET /api/parse-jobs': 'staff',
  'GET /api/parse-jobs/{id}': 'staff',
  'POST /api/parse-jobs/{id}/decisions': 'staff',
  'POST /api/parse-jobs/{id}/cancel': 'staff',
  'POST /api/parse-jobs/{id}/retry': 'staff',
  'GET /api/parse-jobs/{id}/pages/{page}': 'staff',
  'GET /api/parse-jobs/{id}/document': 'staff',
  'GET /api/legal-holds': 'staff',
  'GET /api/transactions': 'staff',
  'GET /api/transactions/{id}': 'staff',
  'GET /api/metrics/{days}': 'staff',
  'GET /api/transactions/chart/{days}': 'staff',
  'GET /api/top-depositors/{limit}/{days}': 'staff',
  'GET /api/unusual-activities': 'staff',
  'GET /api/unusual-activities/counts': 'staff',
  'POST /api/unusual-activities/bulk-review': 'staff',
  'POST /api/unusual-activities/next': 'staff',
  'GET /api/unusual-activities/{id}': 'staff',
  'GET /api/unusual-activities/{id}/surroundings': 'staff',
  'GET /api/unusual-activities/{id}/replay': 'staff',
  'GET /api/unusual-activities/{id}/evidence.pdf': 'staff',
  'PATCH /api/unusual-activities/{id}/review': 'staff',
  'POST /api/unusual-activities/{id}/reopen': 'staff',
  'PUT /api/unusual-activities/{id}/assignment': 'staff',
  'DELETE /api/unusual-activities/{id}/assignment': 'staff',
  'POST /api/analytics/detect-fraud': 'staff',
  'GET /api/analytics/full-analysis': 'staff',
  'GET /api/detection/policy': 'staff',
  'GET /api/detection/policy/versions': 'staff',
  'GET /api/detection/policy/versions/{version}': 'staff',
  'GET /api/detection/suppressions': 'staff',
  'GET /api/detection/quality': 'staff',
  'GET /api/settings/institution': 'staff',
  'GET /api/notifications': 'staff',
  'POST /api/notifications/read': 'staff',
  'GET /api/settings/notifications': 'staff',
  'PUT /api/settings/notifications': 'staff',
  'GET /api/members': 'staff',
  'GET /api/members/count': 'staff',
  'GET /api/members/summary': 'staff',
  'GET /api/members/detail/{firstName}/{lastName}': 'staff',
  'GET /api/members/{id}/overview': 'staff',
  'GET /api/companies/summary': 'staff',
  'GET /api/companies/overview': 'staff',
  'GET /api/companies/unique-members': 'staff',
  'GET /api/companies/{company}/details': 'staff',
  'GET /api/reports': 'staff',
  'POST /api/reports/transactions': 'staff',
  'POST /api/reports/export-csv': 'staff',
  'GET /api/reports/filter-options': 'staff',
  'GET /api/report-filters': 'staff',
  'POST /api/report-filters': 'staff',
  'PUT /api/report-filters/{id}': 'staff',
  'DELETE /api/report-filters/{id}': 'staff',
  'GET /api/views': 'staff',
  'POST /api/views': 'staff',
  'PUT /api/views/{id}': 'staff',
  'DELETE /api/views/{id}': 'staff',
  'PUT /api/default-views/{screen}': 'staff',
  'POST /api/generate-report': 'staff',
  'GET /api/reports/{id}': 'staff',
  'DELETE /api/reports/{id}': 'admin',
  'POST /api/reports/{id}/cancel': 'staff',
  'GET /api/reports/{id}/report.pdf': 'staff',
  'GET /api/reports/{id}/report.md': 'staff',

  'POST /api/imports/sample': 'admin',
  'POST /api/detection/policy': 'admin',
  'POST /api/detection/tryouts': 'admin',
  'GET /api/detection/tryouts/{id}': 'admin',
  'POST /api/legal-holds': 'admin',
  'POST /api/legal-holds/{id}/release': 'admin',
  'POST /api/detection/suppressions': 'admin',
  'DELETE /api/detection/suppressions/{id}': 'admin',
  'GET /api/detection/chain': 'admin',
  'PUT /api/settings/institution': 'admin',
  'GET /api/users': 'admin',
  'POST /api/users': 'admin',
  'PUT /api/users/{id}': 'admin',
  'DELETE /api/users/{id}': 'admin',
  'POST /api/users/{id}/reset-password': 'admin',
  'POST /api/users/{id}/unlock': 'admin',
  'POST /api/users/{id}/reset-two-factor': 'admin',
  'GET /api/users/{id}/activity': 'admin',
  'GET /api/users/{id}/sessions': 'admin',
  'DELETE /api/users/{id}/sessions': 'admin',
  'GET /api/audit-events': 'admin',
  'GET /api/audit-events/export': 'admin',
  'GET /api/audit-events/{seq}': 'admin',
  'POST /api/audit-events/verify': 'admin',
};

/** The description's own pages, which it does not describe. */
const DESCRIPTION_PAGES: Readonly<Record<string, AccessRule>> = {
  'GET /api/docs': 'staff',
  'GET /api/docs/{file}': 'staff',
};

const OPENAPI = join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json');

export interface ApiRoute {
  /** `POST /api/users/{id}/unlock` */
  name: string;
  method: string;
  path: string;
  /** Takes a JSON body. */
  takesJson: boolean;
}

interface Operation {
  requestBody?: { content?: Record<string, unknown> };
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
}

/** Every route of the committed description of the API. */
export function describedRoutes(): ApiRoute[] {
  return routesOf(JSON.parse(readFileSync(OPENAPI, 'utf8')));
}

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
  return { name, method, path, takesJson: false };
}

/** The path of something that is not there: whoever is let in gets an answer and changes nothing. */
export function harmless({ path }: Pick<ApiRoute, 'path'>): string {
  return path
    .replace('/sessions/{id}', '/sessions/00000000-0000-4000-8000-000000000000')
    .replace('{file}', 'openapi.json')
    .replace('{limit}/{days}', '10/30')
    .replace('{days}', '30')
    .replaceAll(/\{\w+\}/g, '999999999');
}

/** Where an empty body would be refused before it is asked who sends it. */
const BODIES: Readonly<Record<string, object>> = { 'POST /api/auth/verify-2fa': { twoFactorCode: '000000' } };
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

/** The status of an answer, whose body may never end. */
export async function statusOf(
  base: string,
  route: ApiRoute,
  headers: Record<string, string> = {},
): Promise<number> {
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

export const ACTORS = ['nobody', 'without two-factor', 'with a password to change', 'User', 'Admin'] as const;
export type ActorName = (typeof ACTORS)[number];
export type Verdict = 'let in' | 401 | 403;

/** In the order of `ACTORS`. */
const VERDICTS: Record<AccessRule, readonly Verdict[]> = {
  public: ['let in', 'let in', 'let in', 'let in', 'let in'],
  'signing-in': [401, 'let in', 'let in', 'let in', 'let in'],
  staff: [401, 401, 401, 'let in', 'let in'],
  admin: [401, 401, 401, 403, 'let in'],
};

/** Two-factor waits for the password: refused, but not as to a stranger. */
const AFTER_THE_PASSWORD = new Set([
  'POST /api/auth/setup-2fa',
  'POST /api/auth/verify-2fa',
  'GET /api/auth/two-factor-qr',
]);

export const RULES: Readonly<Record<string, AccessRule>> = { ...ACCESS_RULES, ...DESCRIPTION_PAGES };

/** Signing out comes last: after it the actor is nobody. */
export const ROUTES_IN_ORDER: readonly ApiRoute[] = Object.keys(RULES)
  .toSorted((a, b) => Number(a.endsWith('/logout')) - Number(b.endsWith('/logout')))
  .map((name) => namedRoute(name));

/** What an actor must be told at a route. */
export function verdictOn(route: ApiRoute, actor: ActorName): Verdict | undefined {
  if (actor === 'with a password to change' && AFTER_THE_PASSWORD.has(route.name)) return 403;
  return VERDICTS[RULES[route.name] ?? 'public'][ACTORS.indexOf(actor)];
}

/** What a status tells: 404, 400 and the like mean that the caller was let in and the thing is not there. */
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

/** Identities no service may take, each by what is wrong with it; undefined is a request without one. */
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
    'none at all': undefined,
    'an empty one': '',
    'an unsigned one': `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
    'one signed with another key': signed(claims, Buffer.alloc(32, 7)),
    'one signed with no key': signed(claims, Buffer.alloc(0)),
    'one signed in another way': signed(claims, keys.signing, 'HS512'),
    'one made for another service': signed({ ...claims, aud: 'another' }, keys.signing),
    'one made for nobody': signed({ ...claims, aud: undefined }, keys.signing),
    'one that has expired': signed({ ...claims, iat: inSeconds(-120), exp: inSeconds(-60) }, keys.signing),
    'one whose role was raised': `${header}.${encoded(claims)}.${signature}`,
    'one with a role nobody has': signed({ ...claims, role: 'Root' }, keys.signing),
    'one with an id that is none': signed({ ...claims, sub: '1 OR 1=1' }, keys.signing),
  };
}
