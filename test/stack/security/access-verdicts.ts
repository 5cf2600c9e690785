import { ACCESS_RULES, type AccessRule, DESCRIPTION_PAGES } from './access-rules.ts';
import { type ApiRoute, namedRoute } from './api-routes.ts';

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
