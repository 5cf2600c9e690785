import { isFromOwnPages } from './origin-check.ts';

const OWN = 'http://localhost:3000';
const isOwn = (headers: { site?: string; origin?: string; method?: string }, publicOrigins: string[] = []) =>
  isFromOwnPages(
    { method: headers.method ?? 'POST', site: headers.site, origin: headers.origin, ownOrigin: OWN },
    publicOrigins,
  );

describe('origin of a changing request', () => {
  it('passes from our own pages', () => {
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
  ])('is refused from %j', (headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(isOwn({ ...headers, method })).toBe(false);
  });

  it('passes from a listed origin', () => {
    const listed = 'https://clearwatch.example.org';
    expect(isOwn({ site: 'cross-site', origin: listed }, [listed])).toBe(true);
    expect(isOwn({ site: 'cross-site', origin: `${listed}.evil.example` }, [listed])).toBe(false);
  });

  it('passes from programs, which send neither header', () => {
    expect(isOwn({})).toBe(true);
  });

  it('does not look at reads', () => {
    expect(isOwn({ site: 'cross-site', method: 'GET' })).toBe(true);
  });
});
