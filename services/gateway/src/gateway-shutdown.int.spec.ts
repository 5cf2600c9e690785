import { startSilentServer } from '@clearwatch/service-kit/testing/queue-fixtures';
import { withTimeout } from '@clearwatch/service-kit/time/async-timing';
import { EventStreams } from './events/event-streams.service.ts';
import { cookieHeaderOf, createSignedInUser, startGateway } from './testing/gateway-test-context.ts';

/** Shutdown is cut off after eight seconds. */
const AT_MOST_MS = 5_000;

describe('gateway shutdown', () => {
  it('gateway shutdown opens no new event stream, because a reconnecting browser would delay it [fault 1.5]', async () => {
    const gateway = await startGateway();
    const { agent } = await createSignedInUser(gateway, { username: 'comes.back' });
    const watch = () => fetch(`${gateway.url}/api/events`, { headers: { cookie: cookieHeaderOf(agent) } });
    const open = await watch();
    // The first step of the shutdown. Later steps may wait for the queue or the database.
    const closing = gateway.app.get(EventStreams, { strict: false }).onModuleDestroy();
    await open.text();
    const again = await watch();
    expect([again.status, again.headers.get('retry-after')]).toEqual([503, '5']);
    await closing;
    await expect(withTimeout(AT_MOST_MS, gateway.app.close())).resolves.toBeUndefined();
    await gateway.close();
  });

  it('gateway shutdown completes although nothing listens at the queue address', async () => {
    const gateway = await startGateway({ REDIS_URL: 'redis://127.0.0.1:1', QUEUE_DATABASE_URL: undefined });
    await expect(withTimeout(AT_MOST_MS, gateway.app.close())).resolves.toBeUndefined();
    await gateway.close();
  });

  it('gateway shutdown completes although the queue never responds [fault 1.7]', async () => {
    const trap = await startSilentServer();
    const REDIS_URL = `redis://127.0.0.1:${trap.port}`;
    const gateway = await startGateway({ REDIS_URL, QUEUE_DATABASE_URL: undefined });
    await expect(withTimeout(AT_MOST_MS, gateway.app.close())).resolves.toBeUndefined();
    await gateway.close();
    await trap.close();
  });
});
