import { aContext } from '../testing/detection-context.ts';
import { aHistory } from '../testing/history-builder.ts';
import { sprayArrivals } from './unauthorized-ach.ts';

test('the first appearance of each spraying company is reported once', () => {
  const history = aHistory().debit('5.00').from('OTHER').on('2026-03-02');
  for (const company of ['Sudden Inc.', 'SUDDEN', 'ABRUPT']) history.debit('5.00').from(company).on('2026-03-03');
  const { companies } = aContext({ sprays: ['SUDDEN', 'ABRUPT'] });
  const debits = history.build().accounts[0]?.entries ?? [];
  expect(sprayArrivals(debits, companies)).toEqual([
    { company: 'ABRUPT', firstDay: '2022-01-03', accounts: 8, atOnce: 8 },
    { company: expect.stringMatching(/^sudden/i), firstDay: '2022-01-03', accounts: 8, atOnce: 8 },
  ]);
});
