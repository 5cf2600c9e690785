import { routeFinder } from './match-route.ts';
import { ROUTES } from './route-table.ts';

const findRoute = routeFinder(ROUTES);
const pathOf = (method: string, path: string) => findRoute(method, path)?.path ?? null;

describe('finding the route of a request', () => {
  it('takes a name for exactly one segment', () => {
    expect(pathOf('GET', '/api/metrics/30')).toBe('api/metrics/:days');
    expect(pathOf('GET', '/api/top-depositors/10/365')).toBe('api/top-depositors/:limit/:days');
    expect(pathOf('GET', '/api/metrics/')).toBeNull();
    expect(pathOf('GET', '/api/metrics/30/x')).toBeNull();
  });

  it('goes by the method as well', () => {
    expect(pathOf('PATCH', '/api/unusual-activities/7/review')).not.toBeNull();
    expect(pathOf('GET', '/api/unusual-activities/7/review')).toBeNull();
    expect(pathOf('OPTIONS', '/api/auth/user')).toBeNull();
  });

  it('does not take an address that a route writes out for a name', () => {
    expect(pathOf('POST', '/api/unusual-activities/next')).toBe('api/unusual-activities/next');
    expect(pathOf('GET', '/api/unusual-activities/next')).toBeNull();
    expect(pathOf('DELETE', '/api/imports/sample')).toBeNull();
  });

  it.each([
    '/api/auth/user/x.css',
    '/api/auth/user/',
    '/api/AUTH/user',
    '/api/auth%2Fuser',
    '//api/auth/user',
    '/api/../internal/sign-in',
    '/api/internal/sign-in',
    '/api/constructor',
  ])('knows no %s', (path) => {
    expect(pathOf('GET', path)).toBeNull();
    expect(pathOf('POST', path)).toBeNull();
  });

  it('has no route twice', () => {
    const names = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
