import type { Role } from '@clearwatch/contracts/users';

/** `Gateway` acts before a user is signed in, `System` is a worker, `Nobody` an unknown user in the audit log only. */
export type ActorRole = Role | 'Gateway' | 'System' | 'Nobody';

/** The first argument of everything that writes. */
export interface Actor {
  /** Null for the gateway, the system and unknown users. */
  userId: number | null;
  username: string;
  role: ActorRole;
  requestId: string;
  /** Of the browser, as seen by the gateway; null for the system. */
  address: string | null;
}

/** @param requestId joins log and audit lines to their cause */
export function systemActor(requestId: string): Actor {
  return { userId: null, username: 'system', role: 'System', requestId, address: null };
}
