import { startTcpTrap } from '@clearwatch/service-kit/testing/tcp-trap';
import { within } from '@clearwatch/service-kit/time/within';
import { startGateway } from '../testing/gateway-world.ts';

/** A process that is told to stop is cut off after eight seconds. */
const AT_MOST_MS = 5_000;

describe('a gateway that is told to stop', () => {
  it('stops although nobody has ever listened at the address of its queue', async () => {
    const world = await startGateway({ REDIS_URL: 'redis://127.0.0.1:1', QUEUE_DATABASE_URL: undefined });
    await expect(within(AT_MOST_MS, world.app.close())).resolves.toBeUndefined();
    await world.close();
  });

  it('stops although its queue has never said a word', async () => {
    const trap = await startTcpTrap();
    const REDIS_URL = `redis://127.0.0.1:${trap.port}`;
    const world = await startGateway({ REDIS_URL, QUEUE_DATABASE_URL: undefined });
    await expect(within(AT_MOST_MS, world.app.close())).resolves.toBeUndefined();
    await world.close();
    await trap.close();
  });
});
