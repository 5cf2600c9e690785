import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routeFinder } from '../routes/match-route.ts';
import { ROUTES } from '../routes/route-table.ts';
import {
  HASH_TIMEOUT_MS,
  idleTimeoutOf,
  internalRequest,
  PAUSED_AFTER_MS,
  PROBE_AFTER_MS,
  PROBE_TIMEOUT_MS,
  roundRobinLookup,
  UpstreamLiveness,
} from './upstreams.ts';

const PEER = '127.0.0.1:4001';

/** The test ends the waits and sets the result of each probe. */
class FakeProcess {
  readonly questions: ((isAlive: boolean) => void)[] = [];
  waited = 0;
  clock = 0;
  private readonly waits: (() => void)[] = [];
  readonly liveness = new UpstreamLiveness(
    () => new Promise((resolve) => this.questions.push(resolve)),
    (milliseconds) =>
      new Promise<void>((resolve) => {
        this.waits.push(() => {
          this.waited += milliseconds;
          resolve();
        });
      }),
    () => this.clock,
  );

  async passTime(): Promise<void> {
    for (const end of this.waits.splice(0)) end();
    await settled();
  }

  async answer(isAlive: boolean): Promise<void> {
    for (const tell of this.questions.splice(0)) tell(isAlive);
    await settled();
  }
}

const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
const connectedClient = new AbortController().signal;

describe('liveness of an upstream process', () => {
  let process: FakeProcess;
  let silences: number;
  const watch = (signal = connectedClient) => process.liveness.watch(PEER, signal, () => (silences += 1));
  beforeEach(() => {
    process = new FakeProcess();
    silences = 0;
  });

  it('an upstream process is probed while a request waits, so that a slow process is never abandoned', async () => {
    void watch();
    for (let round = 0; round < 100; round += 1) {
      await process.passTime();
      await process.answer(true);
    }
    expect(process.waited).toBe(50_000);
    expect([silences, process.liveness.isSilent(PEER)]).toEqual([0, false]);
  });

  it('an upstream process is probed again when the time limit of a probe fired late, because the machine was paused', async () => {
    void watch();
    await process.passTime();
    process.clock += PROBE_TIMEOUT_MS + PAUSED_AFTER_MS + 1;
    await process.answer(false);
    expect([silences, process.questions.length]).toEqual([0, 1]);
    await process.answer(true);
    expect([silences, process.liveness.isSilent(PEER)]).toEqual([0, false]);
  });

  it('an upstream process is not probed again when the time limit of a probe fired in time', async () => {
    void watch();
    await process.passTime();
    process.clock += PROBE_TIMEOUT_MS + PAUSED_AFTER_MS;
    await process.answer(false);
    expect([silences, process.questions.length]).toEqual([1, 0]);
  });

  it('the probe timeouts answer a request to a frozen process within five seconds', () => {
    expect(PROBE_AFTER_MS + PROBE_TIMEOUT_MS).toBeLessThan(4_500);
  });

  it('an upstream process is probed once for all waiting requests, which all get the result', async () => {
    void watch();
    void watch();
    await process.passTime();
    expect(process.questions).toHaveLength(1);
    await process.answer(false);
    expect([silences, process.liveness.isSilent(PEER)]).toEqual([2, true]);
  });

  it('a frozen process counts as alive again once it responds, even without a waiting request', async () => {
    void watch();
    await process.passTime();
    await process.answer(false);
    await process.passTime();
    await process.answer(false);
    expect(process.liveness.isSilent(PEER)).toBe(true);
    await process.passTime();
    await process.answer(true);
    expect(process.liveness.isSilent(PEER)).toBe(false);
  });

  it('an upstream process is not probed for a request that was already answered', async () => {
    const waiting = new AbortController();
    void watch(waiting.signal);
    waiting.abort();
    await process.passTime();
    expect(process.questions).toEqual([]);
  });

  it('liveness is tracked separately for each upstream process', async () => {
    void watch();
    await process.passTime();
    await process.answer(false);
    expect(process.liveness.isSilent('127.0.0.1:4002')).toBe(false);
  });
});

const ONE = { address: '10.0.0.3', family: 4 };
const TWO = { address: '10.0.0.4', family: 4 };
const THREE = { address: '10.0.0.12', family: 4 };

/** The addresses that each connection would try, in order. */
async function attemptedAddresses(answers: readonly LookupAddress[][]): Promise<string[][]> {
  const bodies = [...answers];
  const lookup = roundRobinLookup((_host, _options, done) => done(null, bodies.shift() ?? []));
  const result: string[][] = [];
  for (const _answer of answers) {
    const addresses = await new Promise<LookupAddress[]>((resolve) => {
      lookup('service', { all: true }, (_error, found) => resolve(found as LookupAddress[]));
    });
    result.push(addresses.map(({ address }) => address));
  }
  return result;
}

describe('host names with several processes', () => {
  it('connections to a host name start with each address in turn and fall back to the rest in any system order', async () => {
    const orders = [
      [ONE, TWO, THREE],
      [TWO, THREE, ONE],
      [THREE, ONE, TWO],
      [ONE, TWO, THREE],
    ];
    expect(await attemptedAddresses(orders)).toEqual([
      ['10.0.0.12', '10.0.0.3', '10.0.0.4'],
      ['10.0.0.3', '10.0.0.4', '10.0.0.12'],
      ['10.0.0.4', '10.0.0.12', '10.0.0.3'],
      ['10.0.0.12', '10.0.0.3', '10.0.0.4'],
    ]);
  });

  it('connections to a host name include an added process from the next lookup on', async () => {
    const firsts = (await attemptedAddresses([[ONE], [ONE, TWO], [ONE, TWO]])).map(([first]) => first);
    expect(firsts).toEqual(['10.0.0.3', '10.0.0.4', '10.0.0.3']);
  });

  it('a connection to an unknown host name reports the lookup error', async () => {
    const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const lookup = roundRobinLookup((_host, _options, done) => done(unknown, []));
    const error = await new Promise((resolve) => lookup('service', {}, (failure) => resolve(failure)));
    expect(error).toBe(unknown);
  });
});

describe('internal request to a service', () => {
  let server: Server;
  let port: number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.on('data', () => undefined).on('end', () => response.writeHead(202).end(request.url));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    ({ port } = server.address() as AddressInfo);
  });

  afterAll(() => void server.close());

  const targetAt = (addresses: LookupAddress[]) => ({
    url: new URL(`http://service:${port}`),
    lookup: roundRobinLookup((_host, _options, done) => done(null, addresses)),
  });

  it('an internal request reaches the remaining process of a service when another is down', async () => {
    // Nothing listens at the first address, or the machine has no IPv6.
    const target = targetAt([
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]);
    const statuses = new Set<number>();
    for (let time = 0; time < 4; time += 1) {
      const answer = await internalRequest(target, '/health', { timeoutMs: 5_000 });
      expect(await answer.text()).toBe('/health');
      statuses.add(answer.status);
    }
    expect(statuses).toEqual(new Set([202]));
  });

  it('an internal request fails when no process of the service is left', async () => {
    await expect(internalRequest(targetAt([]), '/health', { timeoutMs: 5_000 })).rejects.toHaveProperty('message');
  });
});

const limitOf = (method: string, path: string): number | null => {
  const route = routeFinder(ROUTES)(method, path);
  return route === null ? null : idleTimeoutOf(route);
};

describe('timeout for a service', () => {
  it.each([
    ['a new user', 'POST', '/api/users'],
    ['a password given by an admin', 'POST', '/api/users/7/reset-password'],
    ['a walk through the audit log', 'POST', '/api/audit-events/verify'],
  ])('the timeout for %s equals that of a sign-in, because the service finishes it anyway', (_what, method, path) => {
    expect(limitOf(method, path)).toBe(HASH_TIMEOUT_MS);
  });

  it.each([
    ['GET', '/api/users'],
    ['DELETE', '/api/users/7'],
    ['GET', '/api/metrics/30'],
  ])('the timeout for %s %s is one minute', (method, path) => {
    expect(limitOf(method, path)).toBe(60_000);
  });
});
