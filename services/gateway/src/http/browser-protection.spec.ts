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
  it('is accepted from Clearwatch pages', () => {
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
  ])('is refused from %j [security 4.3]', (headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(isOwn({ ...headers, method })).toBe(false);
  });

  it('is accepted from a listed origin', () => {
    const listed = 'https://clearwatch.example.org';
    expect(isOwn({ site: 'cross-site', origin: listed }, [listed])).toBe(true);
    expect(isOwn({ site: 'cross-site', origin: `${listed}.evil.example` }, [listed])).toBe(false);
  });

  it('is accepted from programs, which send neither header', () => {
    expect(isOwn({})).toBe(true);
  });

  it('may be another site for a link to a page but not for an API read, which is recorded [security 4.2]', () => {
    const read = (path: string, site: string) => isOwn({ site, method: 'GET', path });
    for (const site of ['cross-site', 'same-site']) {
      expect(read('/audit-log', site)).toBe(true);
      expect(read('/api/audit-events/export', site)).toBe(false);
    }
    expect(read('/api/audit-events/export', 'same-origin')).toBe(true);
    expect(read('/api/health', 'none')).toBe(true);
  });
});
