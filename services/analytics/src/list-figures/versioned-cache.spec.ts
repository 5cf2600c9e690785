import { VersionedCache } from './list-conditions.ts';

it('asks once for all who ask the same of one version, at the same time or later', async () => {
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

it('asks again of another version and for another question', async () => {
  const shared = new VersionedCache<string>(10);
  for (const [version, question] of [
    ['1', 'a'],
    ['2', 'a'],
    ['2', 'b'],
  ] as const)
    expect(await shared.read(version, question, async () => version + question)).toBe(version + question);
});

it('lets whoever waited for a failed answer ask for himself, and does not keep the failure', async () => {
  const shared = new VersionedCache<number>(10);
  const fails = shared.read('1', 'a', async () => Promise.reject(new Error('gone')));
  const waits = shared.read('1', 'a', async () => 2);
  await expect(fails).rejects.toThrow('gone');
  expect(await waits).toBe(2);
  expect(await shared.read('1', 'a', async () => 3)).toBe(3);
});

it('forgets what was asked least lately', async () => {
  const shared = new VersionedCache<string>(2);
  const answer = (question: string, text: string) => shared.read('1', question, async () => text);
  await answer('a', 'first');
  await answer('b', 'first');
  await answer('a', 'again');
  await answer('c', 'first');
  expect([await answer('a', 'anew'), await answer('c', 'anew'), await answer('b', 'anew')]).toEqual([
    'first',
    'first',
    'anew',
  ]);
});
