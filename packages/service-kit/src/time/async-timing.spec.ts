import { pollUntil } from './async-timing.ts';

describe('pollUntil', () => {
  const never = new AbortController().signal;

  it('polling returns the first final answer', async () => {
    let calls = 0;
    const answer = await pollUntil({
      check: async () => (calls += 1),
      isFinal: (count) => count === 3,
      limitMs: 10_000,
      signal: never,
    });

    expect(answer).toBe(3);
  });

  it('polling checks once when the time limit is zero', async () => {
    let calls = 0;
    await pollUntil({ check: async () => (calls += 1), isFinal: () => false, limitMs: 0, signal: never });

    expect(calls).toBe(1);
  });

  it('polling ends soon after the signal aborts', async () => {
    const gone = new AbortController();
    setTimeout(() => gone.abort(), 60);
    const started = performance.now();
    await pollUntil({ check: async () => null, isFinal: () => false, limitMs: 60_000, signal: gone.signal });

    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
