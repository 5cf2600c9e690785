import { RecentViews, type Viewer } from './audit-trail.service.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const MINUTE = 60_000;
const ONE: Viewer = { userId: 7, address: '192.0.2.1' };

describe('looks at a thing', () => {
  let views: RecentViews;
  let written: number;

  const view = (viewer: Viewer, id: number, now: number) =>
    views.record(viewer, id, {
      now,
      write: async () => {
        written += 1;
      },
    });

  beforeEach(() => {
    views = new RecentViews();
    written = 0;
  });

  it('within ten minutes are one', async () => {
    await view(ONE, 1, NOW);
    await view(ONE, 1, NOW + 10 * MINUTE - 1);
    expect(written).toBe(1);
  });

  it.each([
    ['another person', { ...ONE, userId: 8 }, 1],
    ['the same person at another address', { ...ONE, address: '203.0.113.9' }, 1],
    ['the same person at another thing', ONE, 2],
  ])('of %s are others', async (_who, viewer, id) => {
    await view(ONE, 1, NOW);
    await view(viewer, id, NOW);
    expect(written).toBe(2);
  });

  it('count from the first: who keeps looking is written down every ten minutes', async () => {
    await view(ONE, 1, NOW);
    await view(ONE, 1, NOW + 9 * MINUTE);
    await view(ONE, 1, NOW + 10 * MINUTE);
    await view(ONE, 1, NOW + 19 * MINUTE);
    expect(written).toBe(2);
  });

  it('that could not be written down do not count', async () => {
    const write = () => Promise.reject(new Error('away'));
    await expect(views.record(ONE, 1, { now: NOW, write })).rejects.toThrow('away');
    await view(ONE, 1, NOW + 1);
    expect(written).toBe(1);
  });

  it('at the same moment wait until the first is written down, and fail with it', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const first = views.record(ONE, 1, { now: NOW, write: () => promise });
    const second = view(ONE, 1, NOW);
    reject(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await expect(second).rejects.toThrow('away');
    expect(written).toBe(0);
  });
});
