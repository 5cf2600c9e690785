import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { DataSource } from 'typeorm';
import { type GatewayTestContext, startGateway } from '../testing/gateway-test-context.ts';
import { SharedRequestCounts } from './request-limits.ts';

const MOST = 60;

let gateway: GatewayTestContext;
let here: SharedRequestCounts;
let elsewhere: SharedRequestCounts;

beforeAll(async () => {
  gateway = await startGateway();
  const logger = createLogger({ service: 'gateway', level: 'silent' });
  // Without timers, so that the test controls when they share counts.
  [here, elsewhere] = [gateway.app.get(DataSource), gateway.app.get(DataSource)].map(
    (database) => new SharedRequestCounts(database, logger),
  ) as [SharedRequestCounts, SharedRequestCounts];
});

afterAll(() => gateway.close());

/** Number of requests that pass the limit. */
function through(
  at: SharedRequestCounts,
  key: string,
  { requests, most = MOST }: { requests: number; most?: number },
): number {
  let passed = 0;
  for (let request = 0; request < requests; request += 1) {
    try {
      at.count(key, most);
      passed += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
    }
  }
  return passed;
}

const storedCountOf = async (key: string) =>
  (await gateway.auth.owner.query<{ points: number }>('SELECT points FROM sessions.rate_limits WHERE key = $1', [key]))
    .rows[0]?.points;

describe('request counts of two gateways', () => {
  it('two gateways share one request limit', async () => {
    expect(through(here, 'user:1', { requests: 40 })).toBe(40);
    expect(through(elsewhere, 'user:1', { requests: 10 })).toBe(10);
    await here.runNow();
    await elsewhere.runNow();
    // The other gateway has read a total of 50 and adds its own count since then.
    expect(through(elsewhere, 'user:1', { requests: 20 })).toBe(10);
    expect(through(elsewhere, 'user:2', { requests: 20 })).toBe(20);
    await elsewhere.runNow();
    expect(through(here, 'user:1', { requests: 1 })).toBe(1);
    await here.runNow();
    expect(through(here, 'user:1', { requests: 1 })).toBe(0);
    expect(await storedCountOf('user:1')).toBe(71);
  });

  it('request counts restart after a minute', async () => {
    expect(through(here, 'user:3', { requests: 70 })).toBe(60);
    await here.runNow();
    await gateway.auth.owner.query("UPDATE sessions.rate_limits SET expire = 1 WHERE key = 'user:3'");
    expect(through(elsewhere, 'user:3', { requests: 5 })).toBe(5);
    await elsewhere.runNow();
    expect(await storedCountOf('user:3')).toBe(5);
    expect(through(elsewhere, 'user:3', { requests: 56 })).toBe(55);
  });

  it('request counts are not stored for normal use', async () => {
    through(here, 'user:4', { requests: 50, most: 6_000 });
    await here.runNow();
    expect(await storedCountOf('user:4')).toBeUndefined();
    through(here, 'user:4', { requests: 10, most: 6_000 });
    await here.runNow();
    expect(await storedCountOf('user:4')).toBe(60);
  });

  it('two gateways share request counts concurrently without a deadlock', async () => {
    const keys = Array.from({ length: 300 }, (_, index) => `address:${index}`);
    for (const key of keys) through(here, key, { requests: 1 });
    for (const key of keys.toReversed()) through(elsewhere, key, { requests: 1 });
    await Promise.all([here.runNow(), elsewhere.runNow()]);
    const { rows } = await gateway.auth.owner.query<{ sum: string }>(
      "SELECT sum(points) AS sum FROM sessions.rate_limits WHERE key LIKE 'address:%'",
    );
    expect(rows[0]?.sum).toBe('600');
  });
});
