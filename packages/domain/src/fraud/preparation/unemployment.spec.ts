import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';
import { BenefitWindow, unemploymentBenefits } from './unemployment.ts';

/** A benefit of $100 in this name on this day of March. */
function paid(
  history: HistoryBuilder,
  name: string | null,
  day: number,
  agency = 'OHIO ODJFS',
): HistoryBuilder {
  return history
    .credit('100.00')
    .from(agency)
    .described('UI BENEFIT')
    .receivedBy(name)
    .on(`2026-03-${String(day).padStart(2, '0')}`);
}

/** The window of ten days that ends with the last benefit of a history. */
function windowOf(history: HistoryBuilder): BenefitWindow {
  const [account] = history.build().accounts;
  if (account === undefined) throw new Error('there is an account');
  const benefits = unemploymentBenefits(account);
  const window = new BenefitWindow(account, benefits, 10);
  benefits.forEach((_, at) => {
    window.moveTo(at);
  });
  return window;
}

const namesIn = (history: HistoryBuilder): string[] => windowOf(history).unrelatedNames;
/** An account that has long been Robin Example's. */
const robins = (): HistoryBuilder => aHistory().debit('5.00').from('CITY WATER').on('2026-01-05');

describe('a window of unemployment benefits', () => {
  test('holds those of its days: their sum, their states, where they begin', () => {
    const history = paid(paid(paid(robins(), null, 2), null, 5, 'TEXAS TWC'), null, 12, 'TEXAS TWC');
    const { from, sumCents, states } = windowOf(history);
    expect({ from, sumCents, states }).toEqual({ from: 1, sumCents: 20_000, states: ['TX'] });
    const all = windowOf(paid(paid(robins(), null, 2), null, 11, 'TEXAS TWC'));
    expect([all.from, all.sumCents, all.states]).toEqual([0, 20_000, ['OH', 'TX']]);
  });

  test('is of credits that went through', () => {
    const [account] = paid(paid(robins(), null, 2).withCode('21'), null, 3).build().accounts;
    expect(account && unemploymentBenefits(account)).toHaveLength(1);
    const [other] = paid(robins(), null, 2).described('UI REVERSAL').build().accounts;
    expect(other && unemploymentBenefits(other)).toEqual([]);
  });

  test('names two who share no word, one of them a stranger to the account', () => {
    expect(namesIn(paid(paid(robins(), 'Robin Example', 2), 'Kim Stranger', 3))).toEqual([
      'Robin Example',
      'Kim Stranger',
    ]);
    expect(namesIn(paid(paid(robins(), 'Robin Example', 2), 'Kim Example', 3))).toEqual([]);
    expect(namesIn(paid(paid(robins(), 'Robin Example', 2), null, 3))).toEqual([]);
    expect(namesIn(paid(paid(robins(), 'Kim Stranger', 2), 'Kim Stranger', 3))).toEqual([]);
  });

  test('of more, those who share no word with the first stranger, and the stranger', () => {
    const three = paid(paid(paid(robins(), 'Robin Example', 2), 'Kim Stranger', 3), 'Lee Stranger', 4);
    expect(namesIn(three)).toEqual(['Robin Example', 'Kim Stranger']);
  });

  test('names nobody who was on the account twenty days before the first benefit in the name', () => {
    const seen = (day: string) => robins().credit('5.00').from('X').receivedBy('Kim Stranger').on(day);
    const both = (history: HistoryBuilder) =>
      namesIn(paid(paid(history, 'Robin Example', 2), 'Kim Stranger', 3));
    expect(both(seen('2026-02-11'))).toEqual([]);
    expect(both(seen('2026-02-12'))).toHaveLength(2);
  });

  test('an account that nobody was on before was opened for it', () => {
    expect(namesIn(paid(paid(aHistory(), 'Robin Example', 2), 'Kim Stranger', 3))).toHaveLength(2);
  });

  test('forgets a name with its last benefit', () => {
    const history = paid(paid(paid(robins(), 'Kim Stranger', 2), 'Robin Example', 3), 'Robin Example', 12);
    expect(namesIn(history)).toEqual([]);
    const twice = paid(paid(paid(robins(), 'Kim Stranger', 2), 'Kim Stranger', 5), 'Robin Example', 12);
    expect(namesIn(twice)).toEqual(['Kim Stranger', 'Robin Example']);
  });

  test('what it has told once it tells anew when a name comes', () => {
    const [account] = paid(paid(robins(), 'Robin Example', 2), 'Kim Stranger', 3).build().accounts;
    if (account === undefined) throw new Error('there is an account');
    const window = new BenefitWindow(account, unemploymentBenefits(account), 10);
    window.moveTo(0);
    expect(window.unrelatedNames).toEqual([]);
    window.moveTo(1);
    expect(window.unrelatedNames).toHaveLength(2);
  });
});
