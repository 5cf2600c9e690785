import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Sender {
  method: string;
  /** `Sec-Fetch-Site`, set by every current browser and not by scripts (W3C Fetch Metadata). */
  site: string | undefined;
  /** `Origin`, `null` as text for opaque ones. */
  origin: string | undefined;
  /** Path of the request. */
  path: string;
  /** Origin this request was sent to. */
  ownOrigin: string;
}

/**
 * Whether a request comes from our own pages. Programs that are no browser send neither header and carry no foreign
 * user's cookie, so they pass. Anybody may link to a page, but not to the API: a read there is written down in the
 * name of who is signed in, and a page on another port of the same host is sent even Strict cookies.
 */
export function isFromOwnPages(sender: Sender, publicOrigins: readonly string[]): boolean {
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
      throw new AppError('forbidden', 'This request came from another site and was refused.');
    }
    next();
  };
}
