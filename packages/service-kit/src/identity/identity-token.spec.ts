import { jest } from '@jest/globals';
import type { Actor } from './actor.ts';
import { IdentityKeys, signIdentity, verifyIdentity } from './identity-token.ts';

const OLD = '1'.repeat(64);
const NEW = '2'.repeat(64);
const actor: Actor = {
  userId: 7,
  username: 'analyst',
  role: 'User',
  requestId: 'request-1',
  address: '192.0.2.7',
};

describe('identity token', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('an identity token is accepted by the service it was signed for', async () => {
    const keys = new IdentityKeys(NEW);
    expect(await verifyIdentity(signIdentity(actor, 'ingest', keys), 'ingest', keys)).toEqual(actor);
  });

  it('an identity token is rejected by another service', async () => {
    const keys = new IdentityKeys(NEW);
    expect(await verifyIdentity(signIdentity(actor, 'ingest', keys), 'auth', keys)).toBeNull();
  });

  it('an identity token remains valid during a key rotation', async () => {
    const before = signIdentity(actor, 'auth', new IdentityKeys(OLD));
    expect(await verifyIdentity(before, 'auth', new IdentityKeys(`${NEW},${OLD}`))).toEqual(actor);
    expect(await verifyIdentity(before, 'auth', new IdentityKeys(NEW))).toBeNull();
  });

  it('an identity token expires', async () => {
    const keys = new IdentityKeys(NEW);
    const token = signIdentity(actor, 'auth', keys);
    jest.useFakeTimers({
      now: Date.now() + 70_000,
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'],
    });
    expect(await verifyIdentity(token, 'auth', keys)).toBeNull();
  });

  it.each(['', 'x.y.z', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwicm9sZSI6IkFkbWluIiwicmlkIjoieCIsInVzZXJuYW1lIjoiYSJ9.'])(
    'the unsigned identity token %s is rejected',
    async (token) => {
      expect(await verifyIdentity(token, 'auth', new IdentityKeys(NEW))).toBeNull();
    },
  );
});
