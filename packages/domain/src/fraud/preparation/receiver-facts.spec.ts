import { epochDay } from '../../calendar/day.ts';
import { isDated } from '../entry.ts';
import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';
import { receiverFacts } from './receiver-facts.ts';

/** What is told of the last entry of a history, with the names known until 1 March. */
function factsOf(history: HistoryBuilder): string[] {
  const [account] = history.build().accounts;
  const entry = history.entries().filter(isDated).at(-1);
  if (account === undefined || entry === undefined) throw new Error('there is an entry');
  return receiverFacts(account, { entry, knownUntil: epochDay('2026-03-01') }).map(({ value }) => value);
}

describe('facts about the receiver', () => {
  test('are none where nothing is said', () => {
    const history = aHistory().credit('5.00').receivedBy(null).on('2026-03-02');
    expect(factsOf(history)).toEqual(['none', 'none', 'PPD', 'none', 'none']);
  });

  test('are the name of the entry beside five names of the account at most, class and text', () => {
    const history = aHistory();
    for (const name of ['Ann', 'Ben', 'Cleo', 'Dora', 'Ed', 'Fay'])
      history.credit('5.00').receivedBy(`${name} Example`).on('2026-03-01');
    history.credit('5.00').receivedBy('Kim Stranger').ofClass('CCD').described('BILL').withAddenda('INV 7');
    const [receiver, names, ...rest] = factsOf(history.on('2026-03-02'));
    expect(receiver).toBe('Kim Stranger');
    expect(names?.split(', ')).toHaveLength(5);
    expect(names).not.toContain('Stranger');
    expect(rest).toEqual(['CCD', 'BILL', 'INV 7']);
  });
});
