import type { Request, RequestHandler } from 'express';

/** Letters, digits, `-` and `_`; not the two names that the application itself has at its top. */
export const PUBLIC_PATH = /^(?!\/(?:api|assets)(?:\/|$))(?:\/[A-Za-z0-9_-]+)+$/;

/**
 * The proxy in front may pass the prefix on or take it off: from here on it is gone in both cases, so that routes, access
 * and logs know one address for each thing.
 */
export function takeOffPublicPath(prefix: string | undefined): RequestHandler {
  return (request: Request, _response, next) => {
    if (prefix !== undefined) {
      request.url = withoutPrefix(request.url, prefix);
      request.originalUrl = request.url;
    }
    next();
  };
}

/** @param url path and query as the request line has them */
export function withoutPrefix(url: string, prefix: string): string {
  if (!url.startsWith(prefix)) return url;
  const rest = url.slice(prefix.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}
