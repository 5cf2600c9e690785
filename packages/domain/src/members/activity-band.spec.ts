import { addDays } from '../calendar/day.ts';
import { ACTIVITY_BANDS, activityBand, isActiveThisYear } from './activity-band.ts';

const AS_OF = '2026-06-30';

describe('last activity', () => {
  test.each([
    [0, 'recent'],
    [30, 'recent'],
    [31, 'moderate'],
    [90, 'moderate'],
    [91, 'old'],
  ] as const)('%d days ago is %s', (days, band) => {
    expect(activityBand(addDays(AS_OF, -days), AS_OF)).toBe(band);
  });

  test('falls into the bands of the filter, newest first', () => {
    expect([0, 60, 400].map((days) => activityBand(addDays(AS_OF, -days), AS_OF))).toEqual(ACTIVITY_BANDS);
  });

  test('that never happened is old, one dated ahead is recent', () => {
    expect(activityBand(null, AS_OF)).toBe('old');
    expect(activityBand('2026-07-02', AS_OF)).toBe('recent');
  });

  test('within 365 days makes a member active this year [spec 9.20]', () => {
    expect(isActiveThisYear(addDays(AS_OF, -365), AS_OF)).toBe(true);
    expect(isActiveThisYear(addDays(AS_OF, -366), AS_OF)).toBe(false);
    expect(isActiveThisYear(null, AS_OF)).toBe(false);
  });
});
