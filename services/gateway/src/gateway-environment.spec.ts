import { PUBLIC_PATH, withoutPrefix } from './gateway-environment.ts';

describe('public path prefix', () => {
  it.each(['/clearwatch', '/apps/clearwatch', '/Clear_watch-2', '/apiary'])('accepts %s', (path) => {
    expect(PUBLIC_PATH.test(path)).toBe(true);
  });

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
  ])('rejects "%s"', (path) => {
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
  ])('is removed from %s', (url, rest) => {
    expect(withoutPrefix(url, '/clearwatch')).toBe(rest);
  });
});

// cspell:ignore clearwatchful
