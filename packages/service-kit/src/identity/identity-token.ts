import { jwtVerify, SignJWT } from 'jose';
import type { Actor, ActorRole } from './actor.ts';

/** The signed identity travels in this header between the gateway and a service, never to a browser. */
export const IDENTITY_HEADER = 'x-clearwatch-identity';
/** Long enough for a queued request, short enough that a leaked one is worthless. */
const LIFETIME_SECONDS = 60;
const ACTOR_ROLES: readonly ActorRole[] = ['User', 'Admin', 'Gateway', 'System'];

/** `IDENTITY_KEYS` of the environment: the first key signs, every key verifies. */
export class IdentityKeys {
  private readonly keys: Uint8Array[];

  constructor(hexKeys: string) {
    this.keys = hexKeys.split(',').map((key) => Buffer.from(key, 'hex'));
  }

  get signing(): Uint8Array {
    const [first] = this.keys;
    if (first === undefined) throw new Error('IDENTITY_KEYS is empty');
    return first;
  }

  get accepted(): readonly Uint8Array[] {
    return this.keys;
  }
}

/** A JWT (RFC 7519, HS256) for one service only: the audience keeps a token for one from being replayed at another. */
export async function signIdentity(actor: Actor, audience: string, keys: IdentityKeys): Promise<string> {
  return new SignJWT({
    username: actor.username,
    role: actor.role,
    rid: actor.requestId,
    adr: actor.address,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(actor.userId === null ? '' : String(actor.userId))
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME_SECONDS}s`)
    .sign(keys.signing);
}

/** The actor of a genuine, current token for `audience`; null for anything else, without saying why. */
export async function verifyIdentity(
  token: string,
  audience: string,
  keys: IdentityKeys,
): Promise<Actor | null> {
  for (const key of keys.accepted) {
    try {
      const { payload } = await jwtVerify(token, key, { audience, algorithms: ['HS256'], clockTolerance: 5 });
      return actorFrom(payload);
    } catch {
      // Signed with another key of the overlap, or not genuine: the next key decides.
    }
  }
  return null;
}

function actorFrom(payload: {
  sub?: string;
  username?: unknown;
  role?: unknown;
  rid?: unknown;
  adr?: unknown;
}): Actor | null {
  const { sub, username, role, rid, adr } = payload;
  const known = ACTOR_ROLES.find((candidate) => candidate === role);
  if (known === undefined || typeof username !== 'string' || typeof rid !== 'string') return null;
  const userId = sub === undefined || sub === '' ? null : Number(sub);
  if (userId !== null && !Number.isSafeInteger(userId)) return null;
  return { userId, username, role: known, requestId: rid, address: typeof adr === 'string' ? adr : null };
}
