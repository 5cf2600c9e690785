import { localDay } from './calendar-day.ts';

test('the local day uses the time zone of the server [fault 6.5]', () => {
  expect(localDay(new Date(2026, 7, 31, 0, 0))).toBe('2026-08-31');
  expect(localDay(new Date(2026, 7, 31, 23, 59))).toBe('2026-08-31');
});
