import type { Role } from '@clearwatch/contracts/users';

/**
 * `Gateway` is the gateway itself, acting before anybody is signed in; `System` is a worker acting on its own; `Nobody`
 * is somebody who tried and is not known, in the audit log only: no request is let in as nobody.
 */
export type ActorRole = Role | 'Gateway' | 'System' | 'Nobody';

/** Who acts: the first argument of everything that writes. */
export interface Actor {
  /** Null for the gateway, the system and somebody unknown. */
  userId: number | null;
  username: string;
  role: ActorRole;
  requestId: string;
  /** Network address of the browser, as the gateway saw it; null for the system. */
  address: string | null;
}

/** A program that acts on its own. @param requestId joins what it does to whatever made it act */
export function systemActor(requestId: string): Actor {
  return { userId: null, username: 'system', role: 'System', requestId, address: null };
}
