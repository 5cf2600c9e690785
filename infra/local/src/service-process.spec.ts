import { restartPause } from './service-process.ts';

describe('service restarts', () => {
  it('the pause between restarts of a service doubles from half a second up to eight seconds', () => {
    expect([1, 2, 3, 4].map(restartPause)).toEqual([500, 1_000, 2_000, 4_000]);
    expect(restartPause(50)).toBe(8_000);
  });
});
