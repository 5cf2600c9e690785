import { RecentViews } from './recent-views.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const MINUTE = 60_000;

describe('looks at an alert', () => {
  it('within ten minutes are one, for each person and each alert', () => {
    const views = new RecentViews();
    expect(views.begin(7, 1, NOW)).toBe(true);
    expect(views.begin(7, 1, NOW + 10 * MINUTE - 1)).toBe(false);
    expect(views.begin(8, 1, NOW)).toBe(true);
    expect(views.begin(7, 2, NOW)).toBe(true);
  });

  it('count from the first: who keeps looking is written down every ten minutes', () => {
    const views = new RecentViews();
    views.begin(7, 1, NOW);
    views.begin(7, 1, NOW + 9 * MINUTE);
    expect(views.begin(7, 1, NOW + 10 * MINUTE)).toBe(true);
    expect(views.begin(7, 1, NOW + 19 * MINUTE)).toBe(false);
  });

  it('that could not be written down do not count', () => {
    const views = new RecentViews();
    views.begin(7, 1, NOW);
    views.undo(7, 1);
    expect(views.begin(7, 1, NOW + 1)).toBe(true);
  });
});
