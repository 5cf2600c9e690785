import { epochDay } from '../calendar/day.ts';
import { isDated } from './detection-entry.ts';
import { ReceiverNames, receiverFacts } from './receiver-names.ts';
import { aHistory, type HistoryBuilder } from './testing/history-builder.ts';

/** Facts about the last entry in a history, with the names known by March 1. */
function factsOf(history: HistoryBuilder): string[] {
  const [account] = history.build().accounts;
  const entry = history.entries().filter(isDated).at(-1);
  if (account === undefined || entry === undefined) throw new Error('there is an entry');
  return receiverFacts(account, { entry, knownUntil: epochDay('2026-03-01') }).map(({ value }) => value);
}

describe('facts about the receiver', () => {
  test('facts about the receiver show "none" when there is no information', () => {
    const history = aHistory().credit('5.00').receivedBy(null).on('2026-03-02');
    expect(factsOf(history)).toEqual(['none', 'none', 'PPD', 'none', 'none']);
  });

  test('facts about the receiver show the receiver name, at most five names on the account, the SEC code and texts', () => {
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

/** An account with the given names, one per day starting on 2026-01-01. */
function namesOf(...names: string[]): ReceiverNames {
  const history = aHistory();
  names.forEach((name, index) =>
    history
      .credit('100.00')
      .receivedBy(name)
      .on(`2026-01-0${index + 1}`),
  );
  const [account] = history.build().accounts;
  if (account === undefined) throw new Error('a history with entries has an account');
  return new ReceiverNames(account);
}

const LATER = epochDay('2026-02-01');

describe('account name matching', () => {
  test.each([
    ['ROBIN EXAMPLE', false],
    ['Example, Robin Q', false],
    ['R. Example', false],
    ['Robin Newname', false],
    ['Kim Exämple', false],
    ['Kim Stranger', true],
    ['Q R', false],
    ['', false],
  ])('the name "%s" is unrelated to Robin Example: %s', (name, isStranger) => {
    expect(namesOf('Robin Example').isStranger(name, LATER)).toBe(isStranger);
  });

  test('generic words do not make account names match', () => {
    expect(namesOf('Harbor Services LLC').isStranger('Maple Services LLC', LATER)).toBe(true);
    expect(namesOf('Harbor Services LLC').isStranger('Harbor Holdings Inc', LATER)).toBe(false);
    expect(namesOf('The Company').isStranger('The Group', LATER)).toBe(false);
  });

  test('a shared last name of two letters makes account names match', () => {
    expect(namesOf('Robin Li').isStranger('Kim Li', LATER)).toBe(false);
  });

  test('name matching uses names seen by the given day and treats no one as unrelated when there are none', () => {
    const names = namesOf('Robin Example', 'Kim Stranger');
    expect(names.isStranger('Kim Stranger', epochDay('2026-01-01'))).toBe(true);
    expect(names.isStranger('Kim Stranger', epochDay('2026-01-02'))).toBe(false);
    expect(names.isStranger('Kim Stranger', epochDay('2025-12-31'))).toBe(false);
  });

  test('the names on an account are listed by first appearance up to a limit', () => {
    const names = namesOf('Robin Example', 'Kim Example', 'Robin Example', 'Lee Example');
    expect(names.seenUntil(LATER, 2)).toEqual(['Robin Example', 'Kim Example']);
    expect(names.seenUntil(epochDay('2026-01-03'), 9)).toEqual(['Robin Example', 'Kim Example']);
  });
});
