import { aHistory, type HistoryBuilder } from './a-history.ts';

/** What structuring is told apart from: pay and bills, until some days after the first credits. */
export function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** Three credits just below the line within eleven days, on top of an ordinary life. */
export function threeNearTheLine(amount = '9500.00'): HistoryBuilder {
  const history = ordinaryLife().credit(amount).from('BLUE HARBOR TRADING').on('2026-03-02');
  return history.credit(amount).from('GREEN VALLEY SALES').on('2026-03-05', '2026-03-12');
}

/** Credits of several senders on consecutive days from Monday 2026-03-02. */
export function spreadOverAWeek(...amounts: string[]): HistoryBuilder {
  const history = ordinaryLife();
  amounts.forEach((amount, index) =>
    history
      .credit(amount)
      .from(`SENDER ${index}`)
      .on(`2026-03-0${index + 2}`),
  );
  return history;
}
