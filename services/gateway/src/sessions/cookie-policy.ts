import { EnvironmentError } from '@clearwatch/service-kit/config/read-environment';
import { type GatewayEnvironment, publicOriginsOf } from '../environment.ts';

export interface CookiePolicy {
  /** The cookie's name. */
  name: string;
  /** Browsers reach this gateway over TLS. */
  secure: boolean;
}

/** Behind TLS, and on this machine's loopback. */
export const COOKIE_NAMES = { secure: '__Host-clearwatch', plain: 'clearwatch' } as const;

/** `__Host-` makes browsers insist on Secure, on this host alone and on the whole path (RFC 6265bis 4.1.3.2). */
const SECURE: CookiePolicy = { name: COOKIE_NAMES.secure, secure: true };
const PLAIN: CookiePolicy = { name: COOKIE_NAMES.plain, secure: false };

type Settings = Pick<
  GatewayEnvironment,
  'HOST' | 'NODE_ENV' | 'PUBLIC_ORIGINS' | 'SECURE_COOKIES' | 'TRUST_PROXY_HOPS'
>;

/**
 * Secure behind TLS; plain only where the browser is on the same machine.
 * @throws EnvironmentError in production when others can reach the gateway and no TLS is in front
 */
export function cookiePolicy(settings: Settings): CookiePolicy {
  const origins = publicOriginsOf(settings);
  const hasTls = origins.some((origin) => origin.startsWith('https:'));
  const secure = settings.SECURE_COOKIES === 'always' || (settings.SECURE_COOKIES === 'auto' && hasTls);
  if (secure) {
    if (settings.TRUST_PROXY_HOPS > 0) return SECURE;
    throw new EnvironmentError([
      'TRUST_PROXY_HOPS must be 1 or more with https: without it the gateway does not believe the proxy that the connection is secure, and nobody could sign in',
    ]);
  }
  const reachable = !isLoopback(settings.HOST) && !(origins.length > 0 && origins.every(isLoopbackOrigin));
  if (settings.NODE_ENV === 'production' && reachable) {
    throw new EnvironmentError([
      `the gateway listens on ${settings.HOST} in production without TLS in front. Put a proxy that speaks TLS before it and set PUBLIC_ORIGINS=https://… and TRUST_PROXY_HOPS=1; or set PUBLIC_ORIGINS=http://localhost:… when it is published on this machine's loopback only`,
    ]);
  }
  return PLAIN;
}

function isLoopbackOrigin(origin: string): boolean {
  return isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, ''));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
