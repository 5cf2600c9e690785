import type { Role } from '@clearwatch/contracts/roles';

export const UPSTREAMS = ['auth', 'ingest', 'analytics', 'reports'] as const;
export type Upstream = (typeof UPSTREAMS)[number];

/**
 * public: everybody · signing-in: whoever gave a password, complete or not · otherwise the roles, whose session must
 * be complete.
 */
export type Access = 'public' | 'signing-in' | readonly Role[];

/** json: small bodies both ways · upload: a file is imported before the answer · stream: the answer never ends. */
export type RouteKind = 'json' | 'upload' | 'stream';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without leading slash; `:name` stands for one segment. */
  path: string;
  service: 'gateway' | Upstream;
  access: Access;
  kind: RouteKind;
  /** Asked by the page itself and not by a person: does not keep a session from idling out. */
  passive?: true;
  /** Answered when its turn at the slow hash, a walk through all of a log or an analysis of everybody is over. */
  slow?: true;
  /** A POST that only reads: its question is too long for an address. */
  changesNothing?: true;
}
