import { Random } from '../world/random.ts';

const STREAM_BASE = 2_000_000_000;

/**
 * How many entries each ordinary account gets: log-normal, as activity is in life. Each has at least one and they add
 * up exactly. Two passes of the same random sequence instead of an array, so that memory stays flat.
 * @param seed of the ledger
 * @param accounts ordinary accounts, at least 1
 * @param entries to deal out, at least one for each account
 */
export function* quotas(seed: number, accounts: number, entries: number): Generator<number, void> {
  // The fewer entries there are, the more of them belong to few accounts.
  const sigma = entries / accounts < 12 ? 1.4 : 0.9;
  const weight = (random: Random) => Math.exp(sigma * random.normal());
  const first = new Random(seed, STREAM_BASE);
  let total = 0;
  for (let k = 0; k < accounts; k += 1) total += weight(first);
  const second = new Random(seed, STREAM_BASE);
  const spare = entries - accounts;
  let sum = 0;
  let given = 0;
  for (let k = 0; k < accounts; k += 1) {
    sum += weight(second);
    const upTo = k === accounts - 1 ? spare : Math.min(spare, Math.floor((spare * sum) / total));
    yield 1 + upTo - given;
    given = upTo;
  }
}
