import { randomUUID } from 'node:crypto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';

/** Whoever has a shell on the machine; the machine knows who that was, the application does not. */
export function operator(): Actor {
  return { userId: null, username: 'operator', role: 'System', requestId: randomUUID(), address: null };
}
