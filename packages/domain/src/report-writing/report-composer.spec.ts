import { reportPeriod } from './report-composer.ts';

const AS_OF = '2026-08-20';

describe('report periods', () => {
  test.each([
    ['nothing', null, null, '2026-07-22', '2026-08-20'],
    ['both ends', '2026-01-01', '2026-03-31', '2026-01-01', '2026-03-31'],
    ['a beginning', '2026-08-01', null, '2026-08-01', '2026-08-20'],
    ['an end', null, '2026-06-30', '2026-06-01', '2026-06-30'],
    ['a beginning after the newest day', '2026-09-01', null, '2026-09-01', '2026-09-01'],
    ['the newest day alone', AS_OF, AS_OF, AS_OF, AS_OF],
  ])('a report period is chosen when given %s', (_what, firstDay, lastDay, from, to) => {
    expect(reportPeriod({ firstDay, lastDay }, AS_OF).period).toEqual({ firstDay: from, lastDay: to });
  });

  test('a report period is compared with the same number of days before it', () => {
    const { previous } = reportPeriod({ firstDay: '2026-08-01', lastDay: '2026-08-20' }, AS_OF);
    expect(previous).toEqual({ firstDay: '2026-07-12', lastDay: '2026-07-31' });
  });
});
