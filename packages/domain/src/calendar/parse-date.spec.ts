import { endOfNextYear, parseDate } from './parse-date.ts';

const LATEST = '2027-12-31';

describe('parsing a date', () => {
  test.each([
    ['2026-03-02', '2026-03-02', null],
    ['2026-03-02T14:30:00Z', '2026-03-02', 870],
    ['2026-03-02T23:59:59.999-05:00', '2026-03-02', 1439],
    ['2026-03-02T00:01:00+14:00', '2026-03-02', 1],
    ['2026-03-02 02:15', '2026-03-02', 135],
    ['2026-03-02T14:30:00.1+0530', '2026-03-02', 870],
    ['2026-03-02T14:30:00.123456789-05', '2026-03-02', 870],
    ['2026-03-02T00:00:00.000Z', '2026-03-02', null],
    ['2026-03-02T00:00:30Z', '2026-03-02', 0],
    ['3/2/2026', '2026-03-02', null],
    ['03/02/26', '2026-03-02', null],
    ['3/2/27', '2027-03-02', null],
    ['3/2/99', '1999-03-02', null],
    ['3-2-2026', '2026-03-02', null],
    ['03-02-2026', '2026-03-02', null],
    ['20260302', '2026-03-02', null],
    [' 2026-03-02 ', '2026-03-02', null],
    ['1970-01-01', '1970-01-01', null],
    ['2027-12-31', '2027-12-31', null],
  ])('the date parser reads %j without shifting it', (text, day, minuteOfDay) => {
    expect(parseDate(text, LATEST)).toEqual({ day, minuteOfDay });
  });

  test.each([
    ['2024-02-30', 'does not exist'],
    ['2026-13-01', 'does not exist'],
    ['13/12/2026', 'does not exist'],
    ['20261301', 'does not exist'],
    ['2026-03-02T24:00', 'time of day'],
    ['2026-03-02T12:60', 'time of day'],
    ['2026-03-02T12:00:60', 'time of day'],
    ['1969-12-31', 'from 1970-01-01 to 2027-12-31'],
    ['2028-01-01', 'from 1970-01-01 to 2027-12-31'],
    ['3/2/45', 'from 1970-01-01 to 2027-12-31'],
    ['0000-01-01', 'from 1970-01-01'],
    ['', 'unknown format'],
    ['on 2026-03-02', 'unknown format'],
    ['2026-03-02T14:30:00.1234567890', 'unknown format'],
    ['3/2/2026 ACH', 'unknown format'],
    ['003/02/2026', 'unknown format'],
    ['03/002/2026', 'unknown format'],
    ['003-02-2026', 'unknown format'],
    ['03-002-2026', 'unknown format'],
    ['03-02-20261', 'unknown format'],
    ['March 2, 2026', 'unknown format'],
    ['2026-3-2', 'unknown format'],
    ['2026-03-02T14:30:00 EST', 'unknown format'],
    ['2.3.2026', 'unknown format'],
    ['1772409600', 'unknown format'],
  ])('the date parser rejects %j with a reason', (text, reason) => {
    expect(parseDate(text, LATEST)).toEqual({ reason: expect.stringContaining(reason) });
  });

  test('the date parser accepts days up to the end of next year', () => {
    expect(endOfNextYear('2026-11-20')).toBe('2027-12-31');
  });
});
