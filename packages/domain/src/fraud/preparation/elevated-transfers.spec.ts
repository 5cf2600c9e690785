import { epochDay } from '../../calendar/day.ts';
import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';
import { elevatedTransfers } from './elevated-transfers.ts';

/** Through a wallet $40 and $50 a month apart and $45, the last on 2 February. */
function inUse(company = 'CASH APP'): HistoryBuilder {
  return aHistory()
    .debit('40.00')
    .from(company)
    .on('2025-12-02')
    .debit('50.00')
    .from(company)
    .on('2026-01-02')
    .debit('45.00')
    .from(company)
    .on('2026-02-02');
}

/** What is raised from 2 to 4 March. */
function raised(history: HistoryBuilder): string[] {
  const [account] = history.build().accounts;
  if (account === undefined) return [];
  const days = { firstDay: epochDay('2026-03-02'), lastDay: epochDay('2026-03-04') };
  return elevatedTransfers(account, days).map(({ entry }) => `${entry.company} ${entry.amountCents / 100}`);
}

describe('raised transfers', () => {
  test('are twice the largest of the 90 days before, or more, through a company in use', () => {
    expect(raised(inUse().debit('100.00').from('CASH APP').on('2026-03-04'))).toEqual(['CASH APP 100']);
    expect(raised(inUse().debit('99.99').from('CASH APP').on('2026-03-04'))).toEqual([]);
  });

  test('lie on one of the days', () => {
    const sentOn = (day: string) => raised(inUse().debit('200.00').from('CASH APP').on(day));
    expect(['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05'].map((day) => sentOn(day).length)).toEqual(
      [0, 1, 1, 0],
    );
  });

  test('are measured by what lies 90 days back, not by what is older', () => {
    const before = (day: string) =>
      raised(
        inUse().debit('80.00').from('CASH APP').on(day).debit('120.00').from('CASH APP').on('2026-03-02'),
      );
    expect([before('2025-12-02'), before('2025-12-01')]).toEqual([[], ['CASH APP 120']]);
  });

  test('go through a company that the account has long used, to other persons or banks', () => {
    const newcomer = aHistory().debit('50.00').from('CASH APP').on('2026-02-02', '2026-02-20');
    expect(raised(newcomer.debit('200.00').from('CASH APP').on('2026-03-02'))).toEqual([]);
    expect(raised(inUse('CITY WATER').debit('200.00').from('CITY WATER').on('2026-03-02'))).toEqual([]);
    expect(raised(inUse().debit('200.00').from('VENMO').on('2026-03-02'))).toEqual([]);
  });

  test('are five at most', () => {
    const history = inUse().debit('200.00').from('CASH APP').on('2026-03-02');
    expect(raised(history.again({ times: 5, everyDays: 0 }))).toHaveLength(5);
  });
});
