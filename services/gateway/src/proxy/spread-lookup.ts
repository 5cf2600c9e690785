import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Finds the addresses of a service and begins with another one each time: a name that stands for several processes (`--scale`,
 * a headless service) has each of them answer its share of the connections. The system's own order is of no use for that: it
 * puts first what it takes for nearest, always the same. Whoever connects tries the next address when one does not answer.
 */
export function spreadLookup(resolve: Resolve = lookup): LookupFunction {
  let turn = 0;
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        done(error, []);
        return;
      }
      // In an order of our own: servers of names rotate theirs as well, and two rotations can cancel out.
      const addresses = found.toSorted((one, other) => (one.address < other.address ? -1 : 1));
      const first = turn % Math.max(1, addresses.length);
      turn += 1;
      const spread = [...addresses.slice(first), ...addresses.slice(0, first)];
      const [next] = spread;
      if (options.all === true || next === undefined) done(null, spread);
      else done(null, next.address, next.family);
    });
  };
}
