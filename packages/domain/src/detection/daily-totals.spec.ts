import { dailyTotals } from './sub-threshold-credits.ts';
import { aHistory } from './testing/history-builder.ts';

test('daily totals add up credits by day and account', () => {
  const history = aHistory()
    .account('1')
    .credit('10.00')
    .on('2026-03-02', '2026-03-02', '2026-03-04')
    .account('2')
    .credit('0.50')
    .on('2026-03-02');
  expect(dailyTotals(history.build().accounts.flatMap(({ entries }) => entries))).toEqual([
    { day: '2026-03-02', accountNumber: '1', credits: '20.00' },
    { day: '2026-03-04', accountNumber: '1', credits: '10.00' },
    { day: '2026-03-02', accountNumber: '2', credits: '0.50' },
  ]);
});
