import type { Request } from 'express';

/** The route's template (`/api/members/:id`), known when a request is answered; never the address, which may hold a name. */
export function templateOf(request: Request): string {
  const route: unknown = (request as { route?: { path?: unknown } }).route?.path;
  return typeof route === 'string' ? route : 'unmatched';
}
