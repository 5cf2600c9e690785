import { firstKeptDay } from './first-kept-day.ts';

describe('the first day that is kept', () => {
  it.each([
    ['2026-11-22', 7, '2019-11-22'],
    ['2026-01-01', 7, '2019-01-01'],
    ['2031-02-28', 7, '2024-02-28'],
    // The leap day is kept on the last of February and past its time on the first of March.
    ['2031-03-01', 7, '2024-03-01'],
    ['2028-02-29', 7, '2021-02-28'],
    ['2028-02-29', 4, '2024-02-29'],
    ['2026-11-22', 5, '2021-11-22'],
  ])('seen from %s with %i years is %s', (today, years, day) => {
    expect(firstKeptDay(today, years)).toBe(day);
  });
});
