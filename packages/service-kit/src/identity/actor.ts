import type { Role } from '@clearwatch/contracts/roles';

/** `Gateway` is the gateway itself, acting before anybody is signed in; `System` is a worker acting on its own. */
export type ActorRole = Role | 'Gateway' | 'System';

/** Who acts: the first argument of everything that writes. */
export interface Actor {
  /** Null for the gateway and the system. */
  userId: number | null;
  username: string;
  role: ActorRole;
  requestId: string;
  /** Network address of the browser, as the gateway saw it; null for the system. */
  address: string | null;
}
