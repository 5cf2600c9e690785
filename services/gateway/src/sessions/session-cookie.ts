import { EnvironmentError } from '@clearwatch/service-kit/config/read-environment';
import type { Request, Response } from 'express';
import { type GatewayEnvironment, publicOriginsOf } from '../gateway-environment.ts';
import type { SignedIn } from './session-principal.ts';
import type { PrincipalStore } from './session-store.ts';

export const COOKIE_POLICY = Symbol('cookie policy');

export interface CookiePolicy {
  name: string;
  /** Whether browsers use TLS. */
  secure: boolean;
}

/** Includes the public path, because browsers send a `__Host-` cookie to every installation on the host. */
export function cookieNames(publicPath: string | undefined): { secure: string; plain: string } {
  const plain = `clearwatch${(publicPath ?? '').replaceAll('/', '.')}`;
  return { secure: `__Host-${plain}`, plain };
}

/** @param cookies the `Cookie` header */
export function cookieIn(cookies: string, name: string): string | null {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

/** Browsers clear a cookie only with the attributes it was set with. */
export function cookieAttributes({ secure }: Pick<CookiePolicy, 'secure'>) {
  return { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const;
}

type Settings = Pick<
  GatewayEnvironment,
  'HOST' | 'NODE_ENV' | 'PUBLIC_ORIGINS' | 'PUBLIC_PATH' | 'SECURE_COOKIES' | 'TRUST_PROXY_HOPS'
>;

/**
 * `__Host-` requires Secure, no Domain and the path `/` (RFC 6265bis 4.1.3.2).
 * @throws EnvironmentError in production when other machines can reach the gateway without TLS
 */
export function cookiePolicy(settings: Settings): CookiePolicy {
  const origins = publicOriginsOf(settings);
  const names = cookieNames(settings.PUBLIC_PATH);
  const hasTls = origins.some((origin) => origin.startsWith('https:'));
  const secure = settings.SECURE_COOKIES === 'always' || (settings.SECURE_COOKIES === 'auto' && hasTls);
  if (secure) {
    if (settings.TRUST_PROXY_HOPS > 0) return { name: names.secure, secure };
    throw new EnvironmentError([
      'TRUST_PROXY_HOPS must be 1 or more with https: otherwise the gateway ignores the X-Forwarded-Proto header from the proxy and refuses every sign-in',
    ]);
  }
  const reachable = !isLoopback(settings.HOST) && !(origins.length > 0 && origins.every(isLoopbackOrigin));
  if (settings.NODE_ENV === 'production' && reachable) {
    throw new EnvironmentError([
      `the gateway listens on ${settings.HOST} in production without TLS. Put a TLS proxy in front and set PUBLIC_ORIGINS=https://… and TRUST_PROXY_HOPS=1, or set PUBLIC_ORIGINS=http://localhost:… if only this machine's loopback can reach it`,
    ]);
  }
  return { name: names.plain, secure };
}

function isLoopbackOrigin(origin: string): boolean {
  return isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, ''));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Clears the cookie of an ended session and prevents express-session from storing the session again. */
export function clearSessionCookie(request: Request, response: Response, policy: CookiePolicy): void {
  Reflect.deleteProperty(request, 'session');
  response.clearCookie(policy.name, cookieAttributes(policy));
  // Not "cookies", because the device must remain known and other applications may share the host.
  response.setHeader('Clear-Site-Data', '"cache"');
}

/** Always creates a new session id (OWASP ASVS 7.2.4). */
export async function startSession(request: Request, signedIn: SignedIn): Promise<void> {
  await promisified((done) => request.sessionStore.regenerate(request, done));
  request.session.signedIn = signedIn;
  await promisified((done) => request.session.save(done));
}

/** @returns false when the session has ended and must not be stored again */
export async function continueSession(
  request: Request,
  store: Pick<PrincipalStore, 'remove'>,
  signedIn: SignedIn,
): Promise<boolean> {
  if (!(await store.remove(request.sessionID))) return false;
  await startSession(request, signedIn);
  return true;
}

/** Also removes `request.session`. */
export async function endSession(request: Request, response: Response, policy: CookiePolicy): Promise<void> {
  await promisified((done) => request.session.destroy(done));
  response.clearCookie(policy.name, cookieAttributes(policy));
}

function promisified(call: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    call((error) => {
      if (error === undefined || error === null) resolve();
      else reject(error instanceof Error ? error : new Error('The session store failed', { cause: error }));
    });
  });
}
