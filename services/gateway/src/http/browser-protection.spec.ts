import { isFromOwnPages } from './browser-protection.ts';

const OWN = 'http://localhost:3000';
const isOwn = (
  headers: { site?: string; origin?: string; method?: string; path?: string },
  publicOrigins: string[] = [],
) =>
  isFromOwnPages(
    {
      method: headers.method ?? 'POST',
      path: headers.path ?? '/api/auth/logout',
      site: headers.site,
      origin: headers.origin,
      ownOrigin: OWN,
    },
    publicOrigins,
  );

describe('origin of a request', () => {
  it('a request from Clearwatch pages is accepted', () => {
    expect(isOwn({ site: 'same-origin', origin: OWN })).toBe(true);
    expect(isOwn({ site: 'none' })).toBe(true);
    expect(isOwn({ origin: OWN })).toBe(true);
  });

  it.each([
    { site: 'cross-site', origin: 'https://evil.example' },
    { site: 'same-site', origin: 'http://localhost:4000' },
    { site: 'cross-site', origin: OWN },
    { site: 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
  ])('a request with the origin headers %j is refused [security 4.3]', (headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(isOwn({ ...headers, method })).toBe(false);
  });

  it('a request from a listed origin is accepted', () => {
    const listed = 'https://clearwatch.example.org';
    expect(isOwn({ site: 'cross-site', origin: listed }, [listed])).toBe(true);
    expect(isOwn({ site: 'cross-site', origin: `${listed}.evil.example` }, [listed])).toBe(false);
  });

  it('a request from a program is accepted without origin headers', () => {
    expect(isOwn({})).toBe(true);
  });

  it('another site may link to a page but not read the API, because API reads are recorded [security 4.2]', () => {
    const read = (path: string, site: string) => isOwn({ site, method: 'GET', path });
    for (const site of ['cross-site', 'same-site']) {
      expect(read('/audit-log', site)).toBe(true);
      expect(read('/api/audit-events/export', site)).toBe(false);
    }
    expect(read('/api/audit-events/export', 'same-origin')).toBe(true);
    expect(read('/api/health', 'none')).toBe(true);
  });
});
