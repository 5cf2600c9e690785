import { pollUntil } from './async-timing.ts';

describe('polling', () => {
  const never = new AbortController().signal;

  it('ends with the first final answer', async () => {
    let calls = 0;
    const answer = await pollUntil({
      check: async () => (calls += 1),
      isFinal: (count) => count === 3,
      limitMs: 10_000,
      signal: never,
    });

    expect(answer).toBe(3);
  });

  it('asks once when there is no time to wait', async () => {
    let calls = 0;
    await pollUntil({ check: async () => (calls += 1), isFinal: () => false, limitMs: 0, signal: never });

    expect(calls).toBe(1);
  });

  it('ends soon after nobody waits any more', async () => {
    const gone = new AbortController();
    setTimeout(() => gone.abort(), 60);
    const started = performance.now();
    await pollUntil({ check: async () => null, isFinal: () => false, limitMs: 60_000, signal: gone.signal });

    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
