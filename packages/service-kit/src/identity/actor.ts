import type { Role } from '@clearwatch/contracts/users';

/** `Gateway` acts before sign-in, `System` is a worker. `Nobody` is an unknown user, in the audit log only. */ // cspell:disable-line
export type ActorRole = Role | 'Gateway' | 'System' | 'Nobody'; // cspell:disable-line

/** Who makes a change: the first argument of functions that write. */
export interface Actor {
  /** Null for the gateway, the system and unknown users. */
  userId: number | null;
  username: string;
  role: ActorRole;
  requestId: string;
  /** Address of the browser as the gateway sees it; null for the system. */
  address: string | null;
}

/** @param requestId connects log lines and audit events to their cause */
export function systemActor(requestId: string): Actor {
  return { userId: null, username: 'system', role: 'System', requestId, address: null };
}
