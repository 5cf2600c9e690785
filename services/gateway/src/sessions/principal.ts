import type { Role } from '@clearwatch/contracts/roles';
import type { Request } from 'express';
import type { SignedIn } from './session-data.ts';

/** The user behind a session as the database has him at this request. */
export interface Principal {
  userId: number;
  username: string;
  role: Role;
  isActive: boolean;
  twoFactorEnabled: boolean;
  sessionVersion: number;
}

/** A session whose user was found, active and unchanged. */
export interface SignedInPrincipal {
  principal: Principal;
  session: SignedIn;
  /** Milliseconds since the last activity that was written down. */
  idleMs: number;
}

const PRINCIPAL = Symbol('principal');
type WithPrincipal = Request & { [PRINCIPAL]?: SignedInPrincipal };

export function setPrincipal(request: Request, signedIn: SignedInPrincipal): void {
  (request as WithPrincipal)[PRINCIPAL] = signedIn;
}

/** Null for somebody who is not signed in. */
export function principalOf(request: Request): SignedInPrincipal | null {
  return (request as WithPrincipal)[PRINCIPAL] ?? null;
}

/** Within a route that is for signed-in staff. */
export function signedInOf(request: Request): SignedInPrincipal {
  const signedIn = principalOf(request);
  if (signedIn === null) throw new Error('The access check lets nobody through here who is not signed in');
  return signedIn;
}
