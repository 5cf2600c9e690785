import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import request from 'supertest';
import { type AuthWorld, IDENTITY_KEY } from '../../testing/auth-world.ts';
import { PAULA } from './an-audit-log.ts';

/** Asks the auth service in the name of somebody signed in, an admin unless told otherwise; null for nobody. */
export async function askAuth(
  { server }: Pick<AuthWorld, 'server'>,
  method: 'get' | 'post',
  path: string,
  actor: Actor | null = PAULA,
): Promise<request.Response> {
  const asking = request(server)[method](path);
  return actor === null ? asking : asking.set(IDENTITY_HEADER, identityOf(actor));
}

export function identityOf(actor: Actor = PAULA): string {
  return signIdentity(actor, 'auth', new IdentityKeys(IDENTITY_KEY));
}
