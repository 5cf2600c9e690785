import { EnvironmentError } from '@clearwatch/service-kit/config/read-environment';
import type { Request, Response } from 'express';
import { type GatewayEnvironment, publicOriginsOf } from '../gateway-environment.ts';
import type { SignedIn } from './session-principal.ts';
import type { PrincipalStore } from './session-store.ts';

export const COOKIE_POLICY = Symbol('cookie policy');

export interface CookiePolicy {
  /** The cookie's name. */
  name: string;
  /** Browsers reach this gateway over TLS. */
  secure: boolean;
  /** No other application is on this host: everything that browsers keep for it is ours. */
  ownsHost: boolean;
}

/**
 * The names behind TLS and on this machine's loopback. Below a path the name carries it, so that two installations on one host
 * keep out of each other's way: `__Host-` leaves no other means, such a cookie goes for the whole host.
 */
export function cookieNames(publicPath: string | undefined): { secure: string; plain: string } {
  const plain = `clearwatch${(publicPath ?? '').replaceAll('/', '.')}`;
  return { secure: `__Host-${plain}`, plain };
}

/** Of the session's cookie, whether it is given or taken back: a browser takes back only what was given in the same way. */
export function cookieAttributes({ secure }: Pick<CookiePolicy, 'secure'>) {
  return { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const;
}

type Settings = Pick<
  GatewayEnvironment,
  'HOST' | 'NODE_ENV' | 'PUBLIC_ORIGINS' | 'PUBLIC_PATH' | 'SECURE_COOKIES' | 'TRUST_PROXY_HOPS'
>;

/**
 * `__Host-` makes browsers insist on Secure, on this host alone and on the whole path (RFC 6265bis 4.1.3.2).
 * Secure behind TLS; plain only where the browser is on the same machine.
 * @throws EnvironmentError in production when others can reach the gateway and no TLS is in front
 */
export function cookiePolicy(settings: Settings): CookiePolicy {
  const origins = publicOriginsOf(settings);
  const names = cookieNames(settings.PUBLIC_PATH);
  const ownsHost = settings.PUBLIC_PATH === undefined;
  const hasTls = origins.some((origin) => origin.startsWith('https:'));
  const secure = settings.SECURE_COOKIES === 'always' || (settings.SECURE_COOKIES === 'auto' && hasTls);
  if (secure) {
    if (settings.TRUST_PROXY_HOPS > 0) return { name: names.secure, secure, ownsHost };
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
  return { name: names.plain, secure, ownsHost };
}

function isLoopbackOrigin(origin: string): boolean {
  return isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, ''));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Takes the cookie of an ended session back, and keeps the rest of the request from writing the session again. */
export function clearSessionCookie(request: Request, response: Response, policy: CookiePolicy): void {
  Reflect.deleteProperty(request, 'session');
  response.clearCookie(policy.name, cookieAttributes(policy));
  // Below a path the host has others: their cookies are not ours to take.
  response.setHeader('Clear-Site-Data', policy.ownsHost ? '"cache", "cookies"' : '"cache"');
}

/** Starts a session under a new id; the id the browser came with is dead (OWASP ASVS 7.2.4). */
export async function startSession(request: Request, signedIn: SignedIn): Promise<void> {
  await promisified((done) => request.sessionStore.regenerate(request, done));
  request.session.signedIn = signedIn;
  await promisified((done) => request.session.save(done));
}

/**
 * Takes the session a step further, under a new id as well.
 * @returns false when it was ended while the step was under way: an ended session does not come back
 */
export async function continueSession(
  request: Request,
  store: Pick<PrincipalStore, 'takeOut'>,
  signedIn: SignedIn,
): Promise<boolean> {
  if (!(await store.takeOut(request.sessionID))) return false;
  await startSession(request, signedIn);
  return true;
}

/** Ends the session on the server and takes the cookie back; `request.session` is gone after this. */
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
