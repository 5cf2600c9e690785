import { RecentViews, type Viewer } from './audit-trail.service.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const MINUTE = 60_000;
const ONE: Viewer = { userId: 7, address: '192.0.2.1' };

describe('RecentViews', () => {
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

  it('repeated views of a record within ten minutes are recorded as one', async () => {
    await view(ONE, 1, NOW);
    await view(ONE, 1, NOW + 10 * MINUTE - 1);
    expect(written).toBe(1);
  });

  it.each([
    ['another user', { ...ONE, userId: 8 }, 1],
    ['the same user at another address', { ...ONE, address: '203.0.113.9' }, 1],
    ['the same user of another record', ONE, 2],
  ])('a view by %s is recorded separately', async (_who, viewer, id) => {
    await view(ONE, 1, NOW);
    await view(viewer, id, NOW);
    expect(written).toBe(2);
  });

  it('continuous viewing of a record is recorded every ten minutes, counted from the last recorded view', async () => {
    await view(ONE, 1, NOW);
    await view(ONE, 1, NOW + 9 * MINUTE);
    await view(ONE, 1, NOW + 10 * MINUTE);
    await view(ONE, 1, NOW + 19 * MINUTE);
    expect(written).toBe(2);
  });

  it('a view that could not be recorded does not prevent the recording of the next one', async () => {
    const write = () => Promise.reject(new Error('away'));
    await expect(views.record(ONE, 1, { now: NOW, write })).rejects.toThrow('away');
    await view(ONE, 1, NOW + 1);
    expect(written).toBe(1);
  });

  it('concurrent views of a record wait for the first write and fail with it', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const first = views.record(ONE, 1, { now: NOW, write: () => promise });
    const second = view(ONE, 1, NOW);
    reject(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await expect(second).rejects.toThrow('away');
    expect(written).toBe(0);
  });
});
