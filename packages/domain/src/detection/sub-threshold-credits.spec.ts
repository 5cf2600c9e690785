import { epochDay } from '../calendar/day.ts';
import { accountGroupsOf } from './define-detector.ts';
import { subThresholdCredits } from './sub-threshold-credits.ts';
import { aHistory, type HistoryBuilder } from './testing/history-builder.ts';

/** Reporting threshold $10,000, minimum credit $500, twice the normal month, three large credits for a business. */
const PARAMETERS = {
  reportingLine: 1_000_000,
  candidateMinimum: 50_000,
  sumDays: 14,
  normalRatio: 2,
  businessCredits: 3,
  businessEstablished: 800_000,
  businessDays: 200,
  maximumAccounts: 3,
};

const creditsOf = (history: HistoryBuilder) => subThresholdCredits(history.build().accounts, PARAMETERS);
const status = (history: HistoryBuilder, day = '2026-03-15') => creditsOf(history).statusOn(epochDay(day));
const credit = (amount: string, day: string, history = aHistory()) => history.credit(amount).from('NOVA').on(day);

describe('credits below the reporting threshold', () => {
  test('sub-threshold credits include amounts from $500 to just below the threshold from senders that are not established', () => {
    const history = credit('10000.00', '2026-03-02', credit('9999.99', '2026-03-02'));
    credit('499.99', '2026-03-02', credit('500.00', '2026-03-02', history));
    history.credit('900.00').from('TENANT').on('2025-10-01').again({ times: 5, everyDays: 30 });
    const amounts = creditsOf(history).candidates.map(({ entry }) => entry.amountCents);
    expect(amounts.filter((cents) => cents !== 90_000)).toEqual([50_000, 999_999]);
    expect(amounts.filter((cents) => cents === 90_000)).toHaveLength(3);
  });

  test('sub-threshold credits must exceed the threshold within fourteen days, including the first and last', () => {
    const history = () => credit('5000.00', '2026-03-15', credit('5000.00', '2026-03-02'));
    expect(status(history())).toMatchObject({ recentCents: 1_000_000, isMet: false });
    expect(status(credit('500.00', '2026-03-14', history()))).toMatchObject({
      recentCents: 1_050_000,
      isMet: true,
    });
    expect(status(credit('500.00', '2026-03-01', history()))).toMatchObject({ recentCents: 1_000_000 });
    expect(status(credit('500.00', '2026-03-16', history()))).toMatchObject({ recentCents: 1_000_000 });
  });

  test('sub-threshold credits must be twice the normal month for all accounts in the previous 90 days', () => {
    const usual = (amount: string) =>
      status(
        credit('6000.00', '2026-03-15', credit('6000.00', '2026-03-02', credit(amount, '2026-01-20')))
          .debit('5.00')
          .from('SHOP')
          .on('2025-06-02'),
      );
    expect(usual('18000.00')).toMatchObject({ normal: { cents: 600_000 }, isMet: true });
    expect(usual('18000.03')).toMatchObject({ normal: { cents: 600_001 }, isMet: false });
    const young = credit('6000.00', '2026-03-15', credit('6000.00', '2026-03-02', credit('9000.00', '2026-02-10')));
    expect(status(young).normal.cents).toBe(900_000);
    const older = young.account('2').debit('5.00').from('SHOP').on('2025-06-02');
    expect(status(older).normal.cents).toBe(300_000);
  });

  test('sub-threshold credits are excluded for a business with three large credits in 200 days', () => {
    const takings = (amount: string, day: string) =>
      status(
        credit('6000.00', '2026-03-15', credit('6000.00', '2026-03-10'))
          .credit('10000.00')
          .from('BUYER')
          .on('2025-10-02', '2025-10-09')
          .credit(amount)
          .from('OTHER')
          .on(day),
      );
    expect(takings('10000.00', '2025-10-20')).toMatchObject({ largeCredits: 3, isMet: false });
    expect(takings('9999.99', '2025-10-20')).toMatchObject({ largeCredits: 2, isMet: true });
    expect(takings('10000.00', '2025-08-27')).toMatchObject({ largeCredits: 3 });
    expect(takings('10000.00', '2025-08-26')).toMatchObject({ largeCredits: 2 });
  });

  test('a credit of $8,000 from an established sender counts as a large credit', () => {
    const paidBy = (amount: string) =>
      status(aHistory().credit(amount).from('CUSTOMER').on('2025-10-01').again({ times: 5, everyDays: 30 }))
        .largeCredits;
    expect([paidBy('8000.00'), paidBy('7999.99')]).toEqual([3, 0]);
  });

  test('a day on which one account reaches the reporting threshold is found, and totals of different accounts are not added together', () => {
    const credits = creditsOf(
      credit('4000.00', '2026-03-04', credit('6000.00', '2026-03-04'))
        .credit('6000.00')
        .on('2026-03-09')
        .account('2')
        .credit('6000.00')
        .on('2026-03-09'),
    );
    const reached = (first: number, last: number) =>
      credits.reachedLineBetween(epochDay(`2026-03-0${first}`), epochDay(`2026-03-0${last}`));
    expect([reached(1, 4), reached(4, 4), reached(4, 9), reached(1, 3), reached(5, 9)]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('accounts under one name are combined up to a limit', () => {
    const history = aHistory();
    for (const account of ['1', '2', '3']) history.account(account).credit('5.00').on('2026-03-02');
    const sizes = (most: number) => accountGroupsOf(history.build(), most).map((accounts) => accounts.length);
    expect([sizes(3), sizes(2)]).toEqual([[3], [1, 1, 1]]);
  });

  test('sub-threshold credits are sorted by day across two accounts', () => {
    const history = credit('600.00', '2026-03-09').account('2');
    expect(creditsOf(credit('700.00', '2026-03-02', history)).candidates.map(({ entry }) => entry.day)).toEqual([
      '2026-03-02',
      '2026-03-09',
    ]);
  });
});
