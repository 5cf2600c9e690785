import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { CookiePolicy } from '../sessions/cookie-policy.ts';

const NONCE = Symbol('csp nonce');
type WithNonce = { [NONCE]?: string };

/** The nonce of this answer; the page carries it to the component library, which adds styles at run time. */
export function nonceOf(response: Response): string {
  return (response as WithNonce)[NONCE] ?? '';
}

const HSTS_SECONDS = 365 * 24 * 3600;

/** helmet with a policy of our own; its default would send plain-HTTP installations to https. */
export function securityHeaders({ secure }: CookiePolicy): RequestHandler[] {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", (_request, response) => `'nonce-${(response as WithNonce)[NONCE] ?? ''}'`],
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
  (response as WithNonce)[NONCE] = randomBytes(16).toString('base64');
  // Answers of the API are about members: no cache keeps them.
  if (request.path.startsWith('/api')) response.setHeader('Cache-Control', 'no-store');
  next();
}
