import { addDays } from '../../calendar/day.ts';
import type { Finding } from '../detector.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory } from '../testing/history-builder.ts';
import { unauthorizedAch } from './unauthorized-ach.ts';

/** Debits by different companies, returned as unauthorized on the given days. */
function sentBack(...returns: [amount: string, day: string][]): Finding[] {
  const history = aHistory().ordinaryLifeUntil('2026-03-10');
  returns.forEach(([amount, day], number) =>
    history
      .debit(amount)
      .from(`TAKER ${number}`)
      .on(addDays(day, -2))
      .debit(amount)
      .from(`TAKER ${number}`)
      .withCode('26')
      .withAddenda('R10 NOT AUTHORIZED')
      .on(day),
  );
  return unauthorizedAch.detect(history.build(), aContext());
}

describe('unauthorized ACH figures', () => {
  test.each<[string, string[], string[]]>([
    ['medium', ['499.99'], []],
    ['high', ['500.00'], ['High risk: unauthorized total: 500.00 >= 500.00']],
    ['high', ['100.00', '100.00'], ['High risk: debits returned as unauthorized: 2 >= 2']],
    [
      'high',
      ['400.00', '400.00'],
      ['High risk: debits returned as unauthorized: 2 >= 2', 'High risk: unauthorized total: 800.00 >= 500.00'],
    ],
  ])('unauthorized ACH figures show the reasons for %s risk for returns of %j', (riskLevel, amounts, reasons) => {
    const [finding] = sentBack(...amounts.map((amount): [string, string] => [amount, '2026-03-05']));
    expect(finding?.riskLevel).toBe(riskLevel);
    expect(
      finding?.evidence.figures
        .slice(1)
        .map(({ label, value, comparison, threshold }) => `${label}: ${value} ${comparison} ${threshold}`),
    ).toEqual(reasons);
  });

  test('unauthorized ACH figures add up the returns from 60 days, including those in earlier alerts', () => {
    const sums = (later: string) => sentBack(['100.00', '2026-01-02'], ['100.00', later]).map(({ amount }) => amount);
    expect(sums('2026-03-02')).toEqual(['100.00', '200.00']);
    expect(sums('2026-03-03')).toEqual(['100.00', '100.00']);
  });
});
