import { connect, createServer, type Server } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { startSilentServer } from '../testing/queue-fixtures.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { waitForQueueDatabase } from './queue-connection.ts';

let database: TestDatabase;
let door: Server | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  door?.close();
  await database.drop();
});

/** Lets connections through to the database, from a port where nobody answered. */
function openDoor(port: number): Server {
  const { hostname, port: behind } = new URL(database.queueUrl);
  return createServer((inside) => {
    const outside = connect(Number(behind), hostname);
    inside.on('error', () => outside.destroy());
    outside.on('error', () => inside.destroy());
    inside.pipe(outside).pipe(inside);
  }).listen(port, '127.0.0.1');
}

describe('a process whose queues are in a PostgreSQL that is away', () => {
  it('waits for it, says once why, and goes on when it is back', async () => {
    const trap = await startSilentServer();
    await trap.close();
    const url = new URL(database.queueUrl);
    url.host = `127.0.0.1:${trap.port}`;
    const said: unknown[] = [];
    const waiting = waitForQueueDatabase(
      { QUEUE_DATABASE_URL: url.href },
      { warn: (...words: unknown[]) => void said.push(words) },
    );
    await waitUntil('it has said why', async () => said.length > 0);
    const atOnce = Promise.resolve('still away');
    expect(await Promise.race([waiting, atOnce])).toBe('still away');

    door = openDoor(trap.port);
    await waiting;
    expect(said).toEqual([
      [{ reason: expect.stringContaining('ECONNREFUSED') }, 'waiting for the database of the queues'],
    ]);
  });

  it('does not wait when they are on Redis', async () => {
    const nowhere = 'postgres://nobody@127.0.0.1:1/none';
    const said: unknown[] = [];
    await waitForQueueDatabase(
      { REDIS_URL: 'redis://127.0.0.1:1', QUEUE_DATABASE_URL: nowhere },
      { warn: (...words: unknown[]) => void said.push(words) },
    );
    expect(said).toEqual([]);
  });
});
