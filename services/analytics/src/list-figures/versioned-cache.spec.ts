import { VersionedCache } from './list-conditions.ts';

it('the versioned cache computes a value once per version for simultaneous and subsequent requests', async () => {
  const shared = new VersionedCache<number>(10);
  let calls = 0;
  const ask = async () => {
    calls += 1;
    return 7;
  };
  expect(await Promise.all([1, 2, 3].map(() => shared.read('1', 'how many', ask)))).toEqual([7, 7, 7]);
  expect(await shared.read('1', 'how many', ask)).toBe(7);
  expect(calls).toBe(1);
});

it('the versioned cache recomputes a value for another version or key', async () => {
  const shared = new VersionedCache<string>(10);
  for (const [version, question] of [
    ['1', 'a'],
    ['2', 'a'],
    ['2', 'b'],
  ] as const)
    expect(await shared.read(version, question, async () => version + question)).toBe(version + question);
});

it('the versioned cache lets waiting requests retry a failed computation, and does not cache the failure', async () => {
  const shared = new VersionedCache<number>(10);
  const fails = shared.read('1', 'a', async () => Promise.reject(new Error('gone')));
  const waits = shared.read('1', 'a', async () => 2);
  await expect(fails).rejects.toThrow('gone');
  expect(await waits).toBe(2);
  expect(await shared.read('1', 'a', async () => 3)).toBe(3);
});

it('the versioned cache evicts the least recently used value', async () => {
  const shared = new VersionedCache<string>(2);
  const answer = (question: string, text: string) => shared.read('1', question, async () => text);
  await answer('a', 'first');
  await answer('b', 'first');
  await answer('a', 'again');
  await answer('c', 'first');
  expect([await answer('a', 'again'), await answer('c', 'again'), await answer('b', 'again')]).toEqual([
    'first',
    'first',
    'again',
  ]);
});
