import { routeFinder } from './match-route.ts';
import { ROUTES } from './route-table.ts';

const findRoute = routeFinder(ROUTES);
const pathOf = (method: string, path: string) => findRoute(method, path)?.path ?? null;

describe('route lookup', () => {
  it('a route parameter matches exactly one path segment', () => {
    expect(pathOf('GET', '/api/metrics/30')).toBe('api/metrics/:days');
    expect(pathOf('GET', '/api/top-depositors/10/365')).toBe('api/top-depositors/:limit/:days');
    expect(pathOf('GET', '/api/metrics/')).toBeNull();
    expect(pathOf('GET', '/api/metrics/30/x')).toBeNull();
  });

  it('route lookup considers the method', () => {
    expect(pathOf('PATCH', '/api/unusual-activities/7/review')).not.toBeNull();
    expect(pathOf('GET', '/api/unusual-activities/7/review')).toBeNull();
    expect(pathOf('OPTIONS', '/api/auth/user')).toBeNull();
  });

  it('route lookup prefers a literal path over a parameter', () => {
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
  ])('route lookup finds no route for %s', (path) => {
    expect(pathOf('GET', path)).toBeNull();
    expect(pathOf('POST', path)).toBeNull();
  });

  it('the route table has no duplicate routes', () => {
    const names = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
