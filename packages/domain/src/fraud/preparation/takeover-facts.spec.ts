import { epochDay } from '../../calendar/day.ts';
import { aContext } from '../testing/a-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';
import { takeoverFacts } from './takeover-facts.ts';

/** What is told of a behaviour that begins on 2 March: the last normal and the largest debit before. */
function factsOf(history: HistoryBuilder): string[] {
  const [account] = history.build().accounts;
  const { companies } = aContext({ known: ['CITY WATER'] });
  if (account === undefined) throw new Error('there is an account');
  return takeoverFacts(account, { beginsOn: epochDay('2026-03-02'), companies }).map(({ value }) => value);
}

const water = (amount: string, day: string, history = aHistory()) =>
  history.debit(amount).from('CITY WATER').on(day);

describe('facts of a takeover', () => {
  test('the last normal debit may lie long before, the largest within 90 days', () => {
    expect(factsOf(water('80.00', '2025-12-02'))).toEqual([
      '$80.00 to CITY WATER on 2025-12-02',
      '$80.00 to CITY WATER on 2025-12-02',
    ]);
    expect(factsOf(water('80.00', '2025-12-01'))).toEqual(['$80.00 to CITY WATER on 2025-12-01', 'none']);
    expect(factsOf(water('80.00', '2026-03-02'))).toEqual(['none', 'none']);
  });

  test('a debit of a company that nobody knows is not normal, and may be the largest', () => {
    const history = water('80.00', '2026-02-02').debit('500.00').from('NOVA TRADE').on('2026-02-20');
    expect(factsOf(history)).toEqual([
      '$80.00 to CITY WATER on 2026-02-02',
      '$500.00 to NOVA TRADE on 2026-02-20',
    ]);
  });

  test('the largest is looked for behind the last normal one too, and is the latest of equals', () => {
    const history = water('90.00', '2026-01-02', water('90.00', '2025-12-20', water('70.00', '2026-02-02')));
    expect(factsOf(water('999.00', '2025-11-20', history))).toEqual([
      '$70.00 to CITY WATER on 2026-02-02',
      '$90.00 to CITY WATER on 2026-01-02',
    ]);
  });
});
