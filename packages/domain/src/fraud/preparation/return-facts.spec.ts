import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';
import { returnFacts } from './return-facts.ts';

function facts(history: HistoryBuilder): string[] {
  return returnFacts(history.build().accounts[0]?.entries ?? []).map(
    ({ label, value }) => `${label} – ${value}`,
  );
}

describe('facts about returns', () => {
  test('are one for each code, with how many came back for it', () => {
    const history = aHistory().debit('5.00').withCode('26').withAddenda('R10').on('2026-03-02', '2026-03-03');
    history.debit('5.00').withCode('26').withAddenda('R29').on('2026-03-04');
    expect(facts(history)).toEqual([
      expect.stringMatching(/^Return code of 2 returns – R10: \w/),
      expect.stringMatching(/^Return code – R29: \w/),
    ]);
  });

  test('are none for entries that are no returns, or came back without a code', () => {
    const history = aHistory().debit('5.00').on('2026-03-02').debit('5.00').withCode('26').on('2026-03-03');
    expect(facts(history)).toEqual([]);
  });
});
