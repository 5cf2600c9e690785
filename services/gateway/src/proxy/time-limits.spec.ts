import { routeFinder } from '../routes/find-route.ts';
import { ROUTES } from '../routes/route-table.ts';
import { HASH_PATIENCE_MS, idleLimitOf } from './time-limits.ts';

const limitOf = (method: string, path: string): number | null => {
  const route = routeFinder(ROUTES)(method, path);
  return route === null ? null : idleLimitOf(route);
};

describe('how long the gateway waits for a service', () => {
  it.each([
    ['a new user', 'POST', '/api/users'],
    ['a password given by an admin', 'POST', '/api/users/7/reset-password'],
    ['a walk through the audit log', 'POST', '/api/audit-events/verify'],
  ])('is for %s as long as for a sign-in: it is done although nobody waits for it', (_what, method, path) => {
    expect(limitOf(method, path)).toBe(HASH_PATIENCE_MS);
  });

  it.each([
    ['GET', '/api/users'],
    ['DELETE', '/api/users/7'],
    ['GET', '/api/metrics/30'],
  ])('is a minute for %s %s', (method, path) => {
    expect(limitOf(method, path)).toBe(60_000);
  });
});
