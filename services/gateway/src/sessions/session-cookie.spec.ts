import { EnvironmentError } from '@clearwatch/service-kit/config/read-environment';
import { cookiePolicy } from './session-cookie.ts';

type Settings = Parameters<typeof cookiePolicy>[0];
const policy = (more: Partial<Settings> = {}) =>
  cookiePolicy({ HOST: '127.0.0.1', SECURE_COOKIES: 'auto', TRUST_PROXY_HOPS: 0, ...more });
const open = { HOST: '0.0.0.0', NODE_ENV: 'production' };
const behindTls = { PUBLIC_ORIGINS: 'https://clearwatch.example.org', TRUST_PROXY_HOPS: 1 };

describe('session cookie', () => {
  it('the session cookie has a different name and no Secure attribute on plain loopback [security 1.3]', () => {
    expect(policy()).toEqual({ name: 'clearwatch', secure: false });
    expect(policy({ NODE_ENV: 'production' })).toMatchObject({ name: 'clearwatch', secure: false });
  });

  it('the session cookie has the __Host- prefix and is Secure behind TLS', () => {
    expect(policy({ ...open, ...behindTls })).toMatchObject({ name: '__Host-clearwatch', secure: true });
    expect(policy({ SECURE_COOKIES: 'always', TRUST_PROXY_HOPS: 1 }).secure).toBe(true);
  });

  it('production does not start when other machines can reach it without TLS [security 1.3]', () => {
    expect(() => policy(open)).toThrow(EnvironmentError);
    expect(() => policy({ ...open, SECURE_COOKIES: 'never' })).toThrow(/TLS/);
    expect(() => policy({ ...open, PUBLIC_ORIGINS: 'http://clearwatch.example.org' })).toThrow(/TLS/);
    expect(() => policy({ ...open, PUBLIC_ORIGINS: 'http://localhost:3000,http://10.0.0.5:3000' })).toThrow(/TLS/);
  });

  it('production starts without TLS in a container that is published on loopback only', () => {
    expect(policy({ ...open, PUBLIC_ORIGINS: 'http://localhost:3000,http://[::1]:3000' }).secure).toBe(false);
  });

  it('the session cookie is named after the public path', () => {
    const below = { ...open, ...behindTls, PUBLIC_PATH: '/apps/clearwatch' };
    expect(policy(below)).toEqual({
      name: '__Host-clearwatch.apps.clearwatch',
      secure: true,
    });
    expect(policy({ PUBLIC_PATH: '/test' }).name).toBe('clearwatch.test');
  });

  it('the session cookie requires a trusted proxy because a Secure cookie is silently dropped without it [security 1.4]', () => {
    expect(() => policy({ ...open, ...behindTls, TRUST_PROXY_HOPS: 0 })).toThrow(/TRUST_PROXY_HOPS/);
  });
});
