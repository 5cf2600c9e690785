import { aHistory } from '../../testing/a-history.ts';
import {
  detectBec,
  figuresOf,
  ordinaryLife,
  redirectedPay,
  sent,
} from '../../testing/misdirected-payments.ts';

describe('redirected pay', () => {
  test('of a new employer, in a name that shares nothing with the account, is a medium finding', () => {
    const history = redirectedPay();
    const findings = detectBec(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      riskLevel: 'medium',
      amount: '2000.00',
      triggerEntryId: history.entries().at(-1)?.id,
      coolDays: 45,
      description:
        'Credit of $2,000.00 from GRANITE FOODS on 2026-03-12, the first of that employer here: the receiver Kim ' +
        'Stranger shares no name with the account. Possible redirection of pay.',
    });
    expect(figuresOf(findings[0])).toEqual(['730 >= 60 days']);
    expect(findings[0]?.evidence.wouldBeSilent).toEqual([
      'With a receiver name that shares a word with one the account has carried for more than 20 days.',
      'With an entry of the employer more than 10 days before.',
      'On an account younger than 60 days.',
    ]);
  });

  test('70 percent of which leaves within four days is high risk', () => {
    const [finding] = detectBec(sent(redirectedPay(), '1400.00', '2026-03-16'));
    expect(finding).toMatchObject({ riskLevel: 'high', amount: '2000.00' });
    expect(figuresOf(finding)?.at(-1)).toBe('70.0 >= 70 percent');
    expect(finding?.evidence.figures.every(({ met }) => met)).toBe(true);
    expect(finding?.evidence.entries.map(({ part }) => part)).toEqual(['Payment', 'Money out']);
    expect(finding?.description).toContain('; $1,400.00 left within 4 days. Possible redirection of pay.');
    const [less] = detectBec(sent(redirectedPay(), '1399.99', '2026-03-16'));
    expect([less?.riskLevel, less?.evidence.entries.length]).toEqual(['medium', 1]);
    expect(detectBec(sent(redirectedPay(), '1400.00', '2026-03-17'))[0]?.riskLevel).toBe('medium');
  });

  test.each([
    ['pay in the member’s own name', redirectedPay().receivedBy('ROBIN EXAMPLE')],
    ['pay after a wedding: the first name is the same', redirectedPay().receivedBy('Robin Newname')],
    ['pay of a relative: the last name is the same', redirectedPay().receivedBy('Kim Example')],
    ['pay without a name', redirectedPay().receivedBy(null)],
    [
      'a joint holder who changes employer',
      redirectedPay(
        ordinaryLife()
          .credit('1900.00')
          .from('OLD EMPLOYER')
          .described('PAYROLL')
          .receivedBy('Kim Stranger')
          .on('2024-03-20')
          .again({ times: 20, everyDays: 14 }),
      ),
    ],
    [
      'an employer who has paid here before',
      redirectedPay(ordinaryLife().credit('10.00').from('GRANITE FOODS').on('2026-03-01')),
    ],
    ['a credit that says nothing of pay', redirectedPay().described('PAYMENT')],
    ['pay that was sent back', redirectedPay().withCode('21')],
    ['an account of 59 days', redirectedPay(aHistory().debit('10.00').on('2026-01-12'))],
    ['an ordinary life', ordinaryLife()],
  ])('stays silent about %s', (_, history) => {
    expect(detectBec(history)).toEqual([]);
  });

  test('a name first seen 20 days before is still a stranger, a day longer and it is one of the account’s', () => {
    const seen = (day: string) => ordinaryLife().credit('10.00').from('X').receivedBy('Kim Stranger').on(day);
    expect(detectBec(redirectedPay(seen('2026-02-20')))).toHaveLength(1);
    expect(detectBec(redirectedPay(seen('2026-02-19')))).toEqual([]);
  });

  test('an account of 60 days is old enough', () => {
    expect(detectBec(redirectedPay(aHistory().debit('10.00').on('2026-01-11')))).toHaveLength(1);
  });

  test('within 45 days it is one finding, after that another', () => {
    const again = (day: string) =>
      redirectedPay()
        .credit('1800.00')
        .from('HARBOR HOTELS')
        .described('PAYROLL')
        .receivedBy('Lee Other')
        .on(day);
    expect(detectBec(again('2026-04-26')).map(({ amount }) => amount)).toEqual(['3800.00']);
    expect(detectBec(again('2026-04-27')).map(({ amount }) => amount)).toEqual(['2000.00', '1800.00']);
  });
});
