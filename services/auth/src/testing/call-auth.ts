import { IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import request from 'supertest';
import { type AuthWorld, GATEWAY, IDENTITY_KEY } from './auth-world.ts';

/** Posts to the auth service as the gateway does, in the gateway's own name unless told otherwise. */
export async function callAuth(
  { server }: Pick<AuthWorld, 'server'>,
  path: string,
  body: object,
  actor = GATEWAY,
): Promise<request.Response> {
  const token = signIdentity(actor, 'auth', new IdentityKeys(IDENTITY_KEY));
  return request(server).post(path).set('x-clearwatch-identity', token).send(body);
}
