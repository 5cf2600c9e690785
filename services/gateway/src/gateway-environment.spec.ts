import { PUBLIC_PATH, withoutPrefix } from './gateway-environment.ts';

describe('public path prefix', () => {
  it.each(['/clearwatch', '/apps/clearwatch', '/Clear_watch-2', '/apiary'])(
    'the public path prefix %s is accepted',
    (path) => {
      expect(PUBLIC_PATH.test(path)).toBe(true);
    },
  );

  it.each([
    '',
    '/',
    'clearwatch',
    '/clearwatch/',
    '/api',
    '/api/v1',
    '/assets',
    '/a//b',
    '/a b',
    '/..',
    '/a.b',
    '/ä',
    '/a?b',
  ])('the public path prefix "%s" is rejected', (path) => {
    expect(PUBLIC_PATH.test(path)).toBe(false);
  });

  it.each([
    ['/clearwatch', '/'],
    ['/clearwatch/', '/'],
    ['/clearwatch?alert=7', '/?alert=7'],
    ['/clearwatch/api/imports?page=2', '/api/imports?page=2'],
    ['/api/imports', '/api/imports'],
    ['/clearwatchful', '/clearwatchful'],
    ['/Clearwatch/import', '/Clearwatch/import'],
    ['/clearwatch/clearwatch', '/clearwatch'],
  ])('the public path prefix is removed from the URL %s where it is the first path segment', (url, rest) => {
    expect(withoutPrefix(url, '/clearwatch')).toBe(rest);
  });
});

// cspell:ignore clearwatchful
