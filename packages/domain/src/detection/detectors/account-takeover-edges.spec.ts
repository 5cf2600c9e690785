import type { Finding } from '../detector.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { accountTakeover } from './account-takeover.ts';

/** A $1,200 debit by a new company on March 2, and the given debit by another. */
function drained(
  second: string,
  life = aHistory().ordinaryLifeUntil('2026-03-10'),
  secondDay = '2026-03-04',
): HistoryBuilder {
  return life.debit('1200.00').from('NOVA TRADE').on('2026-03-02').debit(second).from('OPAL MEDIA').on(secondDay);
}

/** A debit of the given amount each week by the same shop. */
function spends(amount: string): HistoryBuilder {
  return aHistory().debit(amount).from('LAKESIDE GROCERY').on('2025-06-02').again({ times: 38, everyDays: 7 });
}

function detect(history: HistoryBuilder): Finding[] {
  return accountTakeover.detect(history.build(), aContext({ known: ['LAKESIDE GROCERY'] }));
}

describe('account takeover limits', () => {
  test('the account takeover window covers six days, including the days of the first and last debits', () => {
    const lasting = (day: string) => detect(drained('1300.00', undefined, day)).length;
    expect([lasting('2026-03-07'), lasting('2026-03-08')]).toEqual([1, 0]);
  });

  test('account takeover requires one cent more than 1.15 times the largest debit', () => {
    const life = () =>
      aHistory().ordinaryLifeUntil('2026-03-10').debit('2173.04').from('LAKESIDE GROCERY').on('2026-01-20');
    expect(detect(drained('1299.00', life()))).toEqual([]);
    const [finding] = detect(drained('1299.01', life()));
    expect(finding?.evidence.figures[3]).toMatchObject({ value: '2499.01', threshold: '2499.00' });
    expect(finding?.evidence.wouldBeSilent).toContain('A total below $2,499.01.');
  });

  test('account takeover requires 1.6 times the usual week when that is the highest limit', () => {
    const [finding] = detect(drained('9000.00', spends('1500.00')));
    const [, least = ''] = /total below \$([\d,]+\.\d+)\./.exec(finding?.evidence.wouldBeSilent.join() ?? '') ?? [];
    const cents = Math.round(Number(least.replace(',', '')) * 100);
    expect(cents).toBeGreaterThan(200_000);
    const rest = (sum: number) => ((sum - 120_000) / 100).toFixed(2);
    expect(detect(drained(rest(cents), spends('1500.00')))).toHaveLength(1);
    expect(detect(drained(rest(cents - 1), spends('1500.00')))).toEqual([]);
  });
});

describe('account takeover alert text', () => {
  test('an account takeover alert gives the total or the multiple of the usual week as the reason for high risk', () => {
    const findingsOf = (second: string, life?: HistoryBuilder) =>
      detect(drained(second, life))[0]
        ?.evidence.figures.map(({ label }) => label)
        .slice(4);
    expect(findingsOf('3800.00')).toEqual(['High risk: largest total within 6 days']);
    expect(findingsOf('3799.99')).toEqual(['High risk: total compared with 5 times the usual weekly outflow']);
    expect(findingsOf('2000.00', spends('900.00'))).toEqual([]);
  });

  test('an account takeover alert states the condition about several companies only for two debits', () => {
    const byOne = 'All debits by one company, such as a deposit and a final payment.';
    const sensitivitiesWithout = (history: HistoryBuilder) => detect(history)[0]?.evidence.wouldBeSilent;
    expect(sensitivitiesWithout(drained('1300.00'))).toContain(byOne);
    const sameDay = drained('600.00').debit('700.00').from('WREN IMPORTS').on('2026-03-04');
    expect(sensitivitiesWithout(sameDay)).not.toContain(byOne);
    const single = aHistory().ordinaryLifeUntil('2026-03-10').debit('900.00').from('NOVA TRADE');
    expect(sensitivitiesWithout(single.on('2026-03-02', '2026-03-03', '2026-03-04'))).not.toContain(byOne);
  });

  test('an account takeover alert describes an account with no usual outflow', () => {
    const life = aHistory()
      .credit('2400.00')
      .from('RIVERTON SCHOOLS')
      .on('2025-06-02')
      .again({ times: 20, everyDays: 14 });
    const [finding] = detect(drained('1300.00', life));
    expect(finding?.description).toContain('. This account usually pays out nothing.');
    expect(finding?.percentageChange).toBeNull();
  });

  test('an account takeover alert shows a larger transfer on the day of the first debit', () => {
    const history = drained('1300.00').debit('40.00').from('CASH APP').on('2025-12-01', '2026-01-05', '2026-02-02');
    const [finding] = detect(history.debit('600.00').from('CASH APP').on('2026-03-02'));
    expect(finding?.evidence.facts.at(-1)?.value).toBe('$600.00 to CASH APP on 2026-03-02');
  });
});
