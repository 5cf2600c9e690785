import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask } from './ask.ts';
import { spreadLookup } from './spread-lookup.ts';

const ONE = { address: '10.0.0.3', family: 4 };
const TWO = { address: '10.0.0.4', family: 4 };
const THREE = { address: '10.0.0.12', family: 4 };

/** What each of some connections would try, in order. */
async function tried(answers: readonly LookupAddress[][]): Promise<string[][]> {
  const said = [...answers];
  const lookup = spreadLookup((_host, _options, done) => done(null, said.shift() ?? []));
  const result: string[][] = [];
  for (const _answer of answers) {
    const addresses = await new Promise<LookupAddress[]>((resolve) => {
      lookup('service', { all: true }, (_error, found) => resolve(found as LookupAddress[]));
    });
    result.push(addresses.map(({ address }) => address));
  }
  return result;
}

describe('connections to a name that stands for several processes', () => {
  it('begin with each of them in turn and go on to the others, whatever order the system gives', async () => {
    const orders = [
      [ONE, TWO, THREE],
      [TWO, THREE, ONE],
      [THREE, ONE, TWO],
      [ONE, TWO, THREE],
    ];
    expect(await tried(orders)).toEqual([
      ['10.0.0.12', '10.0.0.3', '10.0.0.4'],
      ['10.0.0.3', '10.0.0.4', '10.0.0.12'],
      ['10.0.0.4', '10.0.0.12', '10.0.0.3'],
      ['10.0.0.12', '10.0.0.3', '10.0.0.4'],
    ]);
  });

  it('know a process that was added from their next name on', async () => {
    const firsts = (await tried([[ONE], [ONE, TWO], [ONE, TWO]])).map(([first]) => first);
    expect(firsts).toEqual(['10.0.0.3', '10.0.0.4', '10.0.0.3']);
  });

  it('say so when the name is unknown', async () => {
    const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const lookup = spreadLookup((_host, _options, done) => done(unknown, []));
    const error = await new Promise((resolve) => lookup('service', {}, (failure) => resolve(failure)));
    expect(error).toBe(unknown);
  });
});

describe('a question to a service', () => {
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
    lookup: spreadLookup((_host, _options, done) => done(null, addresses)),
  });

  it('is answered by the process that is left when another is gone', async () => {
    // At the first nobody listens, be it for want of the protocol.
    const target = targetAt([
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]);
    const statuses = new Set<number>();
    for (let time = 0; time < 4; time += 1) {
      const answer = await ask(target, '/health', { patienceMs: 5_000 });
      expect(await answer.text()).toBe('/health');
      statuses.add(answer.status);
    }
    expect(statuses).toEqual(new Set([202]));
  });

  it('fails when none is left', async () => {
    await expect(ask(targetAt([]), '/health', { patienceMs: 5_000 })).rejects.toHaveProperty('message');
  });
});
