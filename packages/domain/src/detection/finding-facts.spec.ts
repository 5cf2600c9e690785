import { isConsumerClass, listCompanyNames, regEDeadlineFacts, returnFacts, takeoverFacts } from './finding-facts.ts';
import { aContext } from './testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from './testing/history-builder.ts';

function named(...companies: string[]): string {
  const history = aHistory();
  for (const company of companies) history.debit('5.00').from(company).on('2026-03-02');
  return listCompanyNames(
    history.build().accounts[0]?.entries.toSorted((one, other) => Number(one.entry.id) - Number(other.entry.id)) ?? [],
  );
}

describe('company list of entries', () => {
  test('a company list names three companies and counts the rest', () => {
    expect(named('NOVA', 'OPAL', 'QUILL')).toBe('NOVA, OPAL, QUILL');
    expect(named('NOVA', 'OPAL', 'QUILL', 'WREN')).toBe('NOVA, OPAL, QUILL and 1 more');
    expect(named('NOVA', 'OPAL', 'QUILL', 'WREN', 'YEW')).toBe('NOVA, OPAL, QUILL and 2 more');
  });

  test('a company list names each company once, as in its first entry', () => {
    expect(named('Nova Inc.', 'NOVA', 'OPAL', 'NOVA LLC')).toBe('Nova Inc., OPAL');
  });
});

const entriesOf = (history: HistoryBuilder) => history.build().accounts[0]?.entries ?? [];

describe('Regulation E deadline', () => {
  test('the Regulation E deadline is 60 days after the oldest debit, in any entry order', () => {
    const debits = entriesOf(aHistory().debit('5.00').on('2026-03-04', '2026-03-02', '2026-03-09'));
    for (const order of [debits, debits.toReversed()])
      expect(regEDeadlineFacts(order)).toMatchObject([{ value: '2026-05-01', unit: 'day' }]);
    expect(regEDeadlineFacts([])).toEqual([]);
  });

  test.each([
    ['PPD', true],
    ['WEB', true],
    ['CCD', false],
    ['CTX', false],
  ])('the Regulation E deadline applies to a debit with SEC code %s: %s', (secCode, concerns) => {
    expect(entriesOf(aHistory().debit('5.00').ofClass(secCode)).map(isConsumerClass)).toEqual([concerns]);
  });
});

function facts(history: HistoryBuilder): string[] {
  return returnFacts(history.build().accounts[0]?.entries ?? []).map(({ label, value }) => `${label} – ${value}`);
}

describe('facts about returns', () => {
  test('facts about returns include one fact per code with the number of returns', () => {
    const history = aHistory().debit('5.00').withCode('26').withAddenda('R10').on('2026-03-02', '2026-03-03');
    history.debit('5.00').withCode('26').withAddenda('R29').on('2026-03-04');
    expect(facts(history)).toEqual([
      expect.stringMatching(/^Return code for 2 returns – R10: \w/),
      expect.stringMatching(/^Return code – R29: \w/),
    ]);
  });

  test('facts about returns are empty without returns or without a code', () => {
    const history = aHistory().debit('5.00').on('2026-03-02').debit('5.00').withCode('26').on('2026-03-03');
    expect(facts(history)).toEqual([]);
  });
});

/** Facts for a behavior that starts on March 2: the last normal debit and the largest earlier debit. */
function factsOf(history: HistoryBuilder): string[] {
  const [account] = history.build().accounts;
  const { companies } = aContext({ known: ['CITY WATER'] });
  if (account === undefined) throw new Error('there is an account');
  const behavior = aHistory().debit('5.00').on('2026-03-02').build().accounts[0]?.entries ?? [];
  return takeoverFacts(account, { behavior, companies }).map(({ value }) => value);
}

const water = (amount: string, day: string, history = aHistory()) => history.debit(amount).from('CITY WATER').on(day);

describe('facts about a takeover', () => {
  test('takeover facts include the last normal debit, however old, and the largest debit in 90 days', () => {
    expect(factsOf(water('80.00', '2025-12-02'))).toEqual([
      '$80.00 to CITY WATER on 2025-12-02',
      '$80.00 to CITY WATER on 2025-12-02',
    ]);
    expect(factsOf(water('80.00', '2025-12-01'))).toEqual(['$80.00 to CITY WATER on 2025-12-01', 'none']);
    expect(factsOf(water('80.00', '2026-03-02'))).toEqual(['none', 'none']);
  });

  test('takeover facts ignore an unfamiliar company for the last normal debit but not for the largest debit', () => {
    const history = water('80.00', '2026-02-02').debit('500.00').from('NOVA TRADE').on('2026-02-20');
    expect(factsOf(history)).toEqual(['$80.00 to CITY WATER on 2026-02-02', '$500.00 to NOVA TRADE on 2026-02-20']);
  });

  test('takeover facts include a largest debit before the last normal one, and the latest of several equal ones', () => {
    const history = water('90.00', '2026-01-02', water('90.00', '2025-12-20', water('70.00', '2026-02-02')));
    expect(factsOf(water('999.00', '2025-11-20', history))).toEqual([
      '$70.00 to CITY WATER on 2026-02-02',
      '$90.00 to CITY WATER on 2026-01-02',
    ]);
  });
});
