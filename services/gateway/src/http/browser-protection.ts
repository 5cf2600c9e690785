import { randomBytes } from 'node:crypto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { routeOf } from '../routes/match-route.ts';
import type { CookiePolicy } from '../sessions/session-cookie.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

interface RequestOrigin {
  method: string;
  /** `Sec-Fetch-Site`. Every current browser sets it, and scripts on pages cannot (W3C Fetch Metadata). */
  site: string | undefined;
  /** `Origin` header; the text `null` for opaque origins. */
  origin: string | undefined;
  path: string;
  ownOrigin: string;
}

/**
 * Programs other than browsers send neither header and hold no other user's cookie, so they pass. Other sites may link
 * to pages but not to the API, because reads are recorded under the user's name and browsers send even Strict cookies
 * to another port on the same host.
 */
export function isFromOwnPages(sender: RequestOrigin, publicOrigins: readonly string[]): boolean {
  const { method, path, site, origin, ownOrigin } = sender;
  if (SAFE_METHODS.has(method) && !path.startsWith('/api/')) return true;
  if (origin !== undefined && publicOrigins.includes(origin)) return true;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === ownOrigin;
}

export function originCheck(publicOrigins: readonly string[]): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    const sender = {
      method: request.method,
      path: request.path,
      site: request.get('sec-fetch-site'),
      origin: request.get('origin'),
      ownOrigin: `${request.protocol}://${request.host}`,
    };
    if (!isFromOwnPages(sender, publicOrigins)) {
      throw new AppError(
        'forbidden',
        'This request came from another site and was blocked. Open Clearwatch directly and try again.',
      );
    }
    next();
  };
}

/**
 * A page whose own name was changed to point here (DNS rebinding) is of the same origin for the browser, but sends its
 * name. Health checks of load balancers use addresses.
 */
export function hostCheck(allowed: ReadonlySet<string>): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    // Express 5 returns undefined without a Host header, despite its type.
    const name = (request.hostname as string | undefined)?.toLowerCase().replace(/\.$/, '');
    if (request.path !== '/api/health' && (name === undefined || !allowed.has(name))) {
      throw new AppError(
        'forbidden',
        'This server does not know the host name in the address. Open Clearwatch under its own address, or ask the operator to add the name to ALLOWED_HOSTS.',
      );
    }
    next();
  };
}

/** A form on another site cannot send `application/json`. */
export function requireJson(request: Request, _response: Response, next: NextFunction): void {
  const isJson = /^application\/json\s*(;|$)/i.test(request.get('content-type') ?? '');
  if (routeOf(request).kind === 'json' && hasBody(request) && !isJson) {
    throw new AppError('unsupported_media_type', 'The body must be JSON (Content-Type: application/json).');
  }
  next();
}

export function hasBody(request: Pick<Request, 'headers'>): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

const NONCES = new WeakMap<object, string>();

/** For antd, which adds styles at run time. */
export function nonceOf(response: Response): string {
  return NONCES.get(response) ?? '';
}

const HSTS_SECONDS = 365 * 24 * 3600;

/** Helmet's default policy would redirect plain-HTTP installations to https. */
export function securityHeaders({ secure }: CookiePolicy): RequestHandler[] {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", (_request, response) => `'nonce-${NONCES.get(response) ?? ''}'`],
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: HSTS_SECONDS, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  return [addNonce, (request, response, next) => protect(request, response, next)];
}

function addNonce(request: Request, response: Response, next: NextFunction): void {
  NONCES.set(response, randomBytes(16).toString('base64'));
  // Responses contain member data, so no cache may keep them.
  if (request.path.startsWith('/api')) response.setHeader('Cache-Control', 'no-store');
  next();
}
