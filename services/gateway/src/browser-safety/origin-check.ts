import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Sender {
  method: string;
  /** `Sec-Fetch-Site`, set by every current browser and not by scripts (W3C Fetch Metadata). */
  site: string | undefined;
  /** `Origin`, `null` as text for opaque ones. */
  origin: string | undefined;
  /** Origin this request was sent to. */
  ownOrigin: string;
}

/**
 * Whether a changing request comes from our own pages. Programs that are no browser send neither header and carry no
 * foreign user's cookie, so they pass.
 */
export function isFromOwnPages(sender: Sender, publicOrigins: readonly string[]): boolean {
  const { method, site, origin, ownOrigin } = sender;
  if (SAFE_METHODS.has(method)) return true;
  if (origin !== undefined && publicOrigins.includes(origin)) return true;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === ownOrigin;
}

export function originCheck(publicOrigins: readonly string[]): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    const sender = {
      method: request.method,
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
