import { aHistory, type HistoryBuilder } from './a-history.ts';

/** Bills of these amounts, one each 30 days from 2025-10-01 on, on top of an ordinary life. */
export function bills(...amounts: string[]): HistoryBuilder {
  const history = aHistory().ordinaryLifeUntil('2026-03-10');
  const days = ['2025-10-01', '2025-10-31', '2025-11-30', '2025-12-30', '2026-01-29', '2026-02-28'];
  amounts.forEach((amount, index) =>
    history
      .debit(amount)
      .from('PRAIRIE POWER')
      .on(days[index] ?? '2026-03-30'),
  );
  return history;
}

/** Four bills of $100 and $120, and this one. */
export function afterFourBills(amount: string): HistoryBuilder {
  return bills('100.00', '120.00', '100.00', '120.00', amount);
}
