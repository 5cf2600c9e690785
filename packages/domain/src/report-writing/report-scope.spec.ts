import { limitToLedger } from './report-composer.ts';
import { reportScope } from './testing/compose-report.ts';

const DECEMBER = { firstDay: '2026-11-01', lastDay: '2026-12-31' };

test('a report period that extends past the ledger is cut off and compared with the same number of days', () => {
  expect(limitToLedger(reportScope({ period: DECEMBER, asOf: '2026-11-18' }))).toMatchObject({
    period: { firstDay: '2026-11-01', lastDay: '2026-11-18' },
    previous: { firstDay: '2026-10-14', lastDay: '2026-10-31' },
  });
});

test('a report period that begins on the latest day contains only that day', () => {
  expect(limitToLedger(reportScope({ period: DECEMBER, asOf: '2026-11-01' })).period).toEqual({
    firstDay: '2026-11-01',
    lastDay: '2026-11-01',
  });
});

test.each([
  ['ends with the ledger', '2026-12-31'],
  ['ends before it', '2027-01-05'],
  ['begins after it', '2026-10-31'],
])('a report period that %s is left unchanged', (_, asOf) => {
  const scope = reportScope({ period: DECEMBER, asOf });
  expect(limitToLedger(scope)).toBe(scope);
});
