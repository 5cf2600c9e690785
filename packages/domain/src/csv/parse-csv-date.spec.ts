import { parseCsvDate } from './csv-dates.ts';

const MONTH_FIRST = { order: 'month_first', latestDay: '2027-12-31' } as const;
const DAY_FIRST = { order: 'day_first', latestDay: '2027-12-31' } as const;

test.each([
  ['2026-03-02', null],
  ['2026-03-02T14:30:05.123Z', 870],
  ['2026-03-02 00:00', null],
  ['3/2/2026', null],
  ['03/02/26', null],
  ['03.02.2026', null],
  ['03-02-2026', null],
  ['3-2-26', null],
  ['03022026', null],
  ['20260302', null],
  ['2026/3/2', null],
  ['02-Mar-2026', null],
  ['2-MAR-26', null],
  ['2 March 2026', null],
  ['Mar 2, 2026', null],
  ['March 2 2026', null],
  ['3/2/2026 14:30', 870],
  ['3/2/2026 2:30:00 PM', 870],
  ['3/2/2026, 12:05 am', 5],
  ['02-Mar-2026 02:30 p.m.', 870],
  ['3/2/2026 12:00:00 AM', null],
  ['3/2/2026 00:00:30', 0],
  ['3/2/2026 12:30 PM', 750],
  ['3/2/2026 1:00 AM', 60],
  ['3/2/2026 1:59:59PM', 839],
  ['3/2/2026 23:59', 1439],
  ['3/2/2026T14:30:05.1', 870],
  ['2026/03/02 14:30:05.123456789', 870],
  ['2026-03-02 2:30 PM', 870],
  ['2026-03-02T14:30:05.123-05:00', 870],
  ['  3/2/2026  ', null],
])('the CSV date parser reads %s as March 2', (text, minuteOfDay) => {
  expect(parseCsvDate(text, MONTH_FIRST)).toEqual({ day: '2026-03-02', minuteOfDay });
});

test.each(['2/3/2026', '02.03.2026', '2-3-26', '02032026', '2/3/2026 9:15', '2026-03-02', 'Mar 2, 2026'])(
  'the CSV date parser reads %s as March 2 when the day comes first',
  (text) => {
    expect(parseCsvDate(text, DAY_FIRST)).toMatchObject({ day: '2026-03-02' });
  },
);

test.each([
  ['13/03/2026', MONTH_FIRST],
  ['03/13/2026', DAY_FIRST],
  ['2/30/2026', MONTH_FIRST],
  ['Foo 2, 2026', MONTH_FIRST],
  ['3/2/2026 25:00', MONTH_FIRST],
  ['3/2/2026 13:00 PM', MONTH_FIRST],
  ['3/2-2026', MONTH_FIRST],
  ['46083', MONTH_FIRST],
  ['260302', MONTH_FIRST],
  ['1/1/2031', MONTH_FIRST],
  ['', MONTH_FIRST],
  ['3/2/2026 0:30 PM', MONTH_FIRST],
  ['3/2/2026 24:00', MONTH_FIRST],
  ['3/2/2026 12:60', MONTH_FIRST],
  ['3/2/2026 12:00:60', MONTH_FIRST],
  ['3/2/202612:30', MONTH_FIRST],
  ['3/2/2026 123:00', MONTH_FIRST],
  ['3/2/2026 12:30 noon', MONTH_FIRST],
  ['Foo 2, 2026 12:30', MONTH_FIRST],
  ['on 3/2/2026', DAY_FIRST],
  ['3/2/20261', DAY_FIRST],
  ['003/2/2026', DAY_FIRST],
  ['3/002/2026', DAY_FIRST],
  ['12026/3/2', MONTH_FIRST],
  ['2026/003/2', MONTH_FIRST],
  ['2026/3/002', MONTH_FIRST],
  ['2026/3/2/1', MONTH_FIRST],
  ['103022026', MONTH_FIRST],
  ['030220261', MONTH_FIRST],
  ['of Mar 2, 2026', MONTH_FIRST],
  ['Mar 002, 2026', MONTH_FIRST],
  ['Mar 2, 20261', MONTH_FIRST],
  ['Marchmarch 2, 2026', MONTH_FIRST],
  ['002-Mar-2026', MONTH_FIRST],
  ['on 02-Mar-2026', MONTH_FIRST],
  ['02-Marchmarch-2026', MONTH_FIRST],
  ['02-Mar-20261', MONTH_FIRST],
])('the CSV date parser rejects %s with a reason', (text, context) => {
  expect(parseCsvDate(text, context)).toEqual({ reason: expect.any(String) });
});

// cspell:ignore marchmarch
