import { averageDailyVolume } from './average-daily-volume.ts';

describe('the average daily volume', () => {
  it('counts the days from the first to the last entry, both included', () => {
    const activity = { volumeCents: 300_000, firstDay: '2026-06-01', lastDay: '2026-06-30' };
    expect(averageDailyVolume(activity)).toBe(10_000);
    expect(averageDailyVolume({ ...activity, lastDay: '2026-06-01' })).toBe(300_000);
  });

  it('is rounded to the cent', () => {
    const threeDays = { firstDay: '2026-06-01', lastDay: '2026-06-03' };
    expect(averageDailyVolume({ volumeCents: 100, ...threeDays })).toBe(33);
    expect(averageDailyVolume({ volumeCents: 200, ...threeDays })).toBe(67);
  });

  it('refuses days in the wrong order', () => {
    const backwards = { volumeCents: 100, firstDay: '2026-06-02', lastDay: '2026-06-01' };
    expect(() => averageDailyVolume(backwards)).toThrow(RangeError);
  });
});
