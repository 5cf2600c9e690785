import type { Role } from '@clearwatch/contracts/roles';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import request from 'supertest';
import { type AuthWorld, IDENTITY_KEY } from './auth-world.ts';

export const STAFF_ADDRESS = '198.51.100.7';

type Call = (path: string, body?: object) => Promise<request.Response>;

/** Calls the auth service as the gateway does for somebody who is signed in. */
export interface AsStaff {
  get: Call;
  post: Call;
  put: Call;
  delete: Call;
}

export function asStaff(
  { server }: Pick<AuthWorld, 'server'>,
  { id, username, role = 'Admin' }: { id: number; username: string; role?: Role },
): AsStaff {
  const actor: Actor = { userId: id, username, role, requestId: 'staff-request', address: STAFF_ADDRESS };
  const call =
    (method: keyof AsStaff): Call =>
    async (path, body) => {
      const token = signIdentity(actor, 'auth', new IdentityKeys(IDENTITY_KEY));
      const asked = request(server)[method](path).set('x-clearwatch-identity', token);
      return body === undefined ? asked : asked.send(body);
    };
  return { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') };
}
