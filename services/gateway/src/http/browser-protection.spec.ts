import 'reflect-metadata';
import { validateSync } from 'class-validator';
import { allowedHostsOf, GatewayEnvironment } from '../gateway-environment.ts';
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

describe('allowed host names', () => {
  const names = (more: Partial<Parameters<typeof allowedHostsOf>[0]> = {}) => [
    ...allowedHostsOf({ HOST: '0.0.0.0', ...more }),
  ];
  const loopback = ['localhost', '127.0.0.1', '[::1]'];

  it('the loopback names are always allowed', () => {
    expect(names()).toEqual(loopback);
    expect(names({ HOST: '::' })).toEqual(loopback);
  });

  it('the address that the server listens on, its public names and the configured names are allowed', () => {
    expect(names({ HOST: '10.0.0.5' })).toEqual([...loopback, '10.0.0.5']);
    expect(names({ HOST: 'fd00::5' })).toEqual([...loopback, '[fd00::5]']);
    const configured = { PUBLIC_ORIGINS: 'https://Fraud.example.org:8443', ALLOWED_HOSTS: 'Intranet,10.0.0.6' };
    expect(names(configured)).toEqual([...loopback, 'fraud.example.org', 'intranet', '10.0.0.6']);
  });

  it.each([
    ['fraud.example.org,10.0.0.5', true],
    ['[fd00::5]', true],
    ['https://fraud.example.org', false],
    ['fraud.example.org:3000', false],
    ['*', false],
    ['a, b', false],
  ])('ALLOWED_HOSTS may be %s: %s', (text, isAllowed) => {
    const environment = Object.assign(new GatewayEnvironment(), { ALLOWED_HOSTS: text });
    const problems = validateSync(environment).filter(({ property }) => property === 'ALLOWED_HOSTS');
    expect(problems.length === 0).toBe(isAllowed);
  });
});
