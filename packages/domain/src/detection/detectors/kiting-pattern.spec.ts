import { addDays } from '../../calendar/day.ts';
import type { Finding } from '../detector.ts';
import { MAX_ACCOUNTS_PER_MEMBER } from '../member-history.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { randomHistories } from '../testing/random-histories.ts';
import { expectRuleInvariants, importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { kitingPattern } from './kiting-pattern.ts';

interface Round {
  out?: string;
  after?: number;
  from?: string;
  to?: string;
  described?: string;
}

/** $2,000 comes in every four days, and the given amount goes out each time. */
function rounds(...list: readonly Round[]): Finding[] {
  const history = aHistory().ordinaryLifeUntil('2026-03-31');
  list.forEach(({ out = '1950.00', after = 1, from, to, described = 'PAYMENT' }, at) => {
    const day = addDays('2026-03-02', 4 * at);
    history
      .credit('2000.00')
      .from(from ?? 'NORTHSTAR BANK')
      .described(described)
      .on(day);
    history
      .debit(out)
      .from(to ?? 'NORTHSTAR BANK')
      .described('PAYMENT')
      .on(addDays(day, after));
  });
  return kitingPattern.detect(history.build(), aContext());
}

const three = (round: Round): Finding[] => rounds(round, round, round);

describe('kiting float', () => {
  test.each<[string, Round]>([
    ['comes from no bank', { from: 'BLUE HARBOR' }],
    ['goes to no bank', { to: 'LAKESIDE MARINA' }],
    ['is pay', { described: 'PAYROLL' }],
    ['pays a card of the bank', { to: 'NORTHSTAR BANK CARD' }],
  ])('a kiting float is not found when money %s', (_, round) => {
    expect(three({})).toHaveLength(1);
    expect(three(round)).toEqual([]);
  });

  test('a kiting alert shows the largest difference and slowest pair as figures, and the totals as facts', () => {
    const [finding] = rounds({ out: '1990.00' }, { out: '1900.00', after: 3 }, { out: '1980.00', after: 2 });
    expect(finding?.evidence.figures.slice(1, 3)).toMatchObject([{ value: '5.0' }, { value: '3' }]);
    expect(finding?.evidence.facts[2]).toMatchObject({ value: '2.2', unit: 'percent' });
    const [more] = three({ out: '2100.00' });
    expect(more?.evidence.facts[2]?.value).toBe('5.0');
  });

  test('a kiting alert shows at most twelve pairs', () => {
    const [finding] = rounds(...Array.from({ length: 8 }, () => ({})));
    expect(finding?.evidence.facts.at(-1)?.label).toBe('Pair 8');
    const many = aHistory().ordinaryLifeUntil('2026-03-31');
    for (let at = 0; at < 14; at += 1) {
      many.credit('2000.00').from('NORTHSTAR BANK').on(addDays('2026-03-02', at));
      many.debit('1990.00').from('NORTHSTAR BANK').on(addDays('2026-03-02', at));
    }
    const [crowded] = kitingPattern.detect(many.build(), aContext());
    expect(crowded?.evidence.facts.at(-1)?.label).toBe('Pair 12');
  });
});

interface KitingRound {
  on: string;
  in?: string;
  out?: string;
  /** Number of days until the money goes out. */
  after?: number;
  from?: string;
  to?: string;
  described?: string;
}

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-31');
}

/** By default, $2,000 comes in from one bank and nearly as much goes back out to it. */
function kitingRounds(list: readonly KitingRound[], history = ordinaryLife()): HistoryBuilder {
  for (const { on, in: credit = '2000.00', out = '1950.00', after = 1, from, to, described = 'TRANSFER' } of list) {
    history
      .credit(credit)
      .from(from ?? 'NORTHSTAR BANK')
      .described(described)
      .on(on)
      .debit(out)
      .from(to ?? 'NORTHSTAR BANK')
      .described(described)
      .on(addDays(on, after));
  }
  return history;
}

const [FIRST, SECOND, THIRD] = ['2026-03-02', '2026-03-09', '2026-03-16'];
const THREE: readonly KitingRound[] = [{ on: FIRST }, { on: SECOND }, { on: THIRD }];
/** Three rounds. The changes apply to the last one. */
const lastBeing = (change: Partial<KitingRound>): HistoryBuilder =>
  kitingRounds([{ on: FIRST }, { on: SECOND }, { on: THIRD, ...change }]);
/** Three rounds. The changes apply to all of them. */
const allBeing = (change: Partial<KitingRound>): HistoryBuilder =>
  kitingRounds(THREE.map((round) => ({ ...round, ...change })));

function detect(history: HistoryBuilder, context = aContext()): Finding[] {
  return kitingPattern.detect(history.build(), context);
}

describe('kiting pattern', () => {
  test('the last leg of the third round in three weeks raises one medium-risk kiting alert', () => {
    const history = kitingRounds(THREE);
    expect(detect(history)).toMatchObject([
      {
        activityType: 'kiting_pattern',
        category: 'Kiting & Manipulation',
        riskLevel: 'medium',
        amount: '6000.00',
        percentageChange: null,
        triggerDay: '2026-03-17',
        triggerEntryId: history.entries().at(-1)?.id,
        description:
          '3 credits were each followed within 4 days by a debit of nearly the same amount from 2026-03-02 ' +
          'to 2026-03-17: $6,000.00 came in and $5,850.00 went out, through NORTHSTAR BANK. Possible ' +
          'kiting (float between accounts).',
      },
    ]);
  });

  test('a kiting alert shows the legs of each pair and each figure with its threshold', () => {
    const evidence = detect(kitingRounds(THREE))[0]?.evidence;
    expect(evidence?.entries.map(({ part, amount }) => `${part} ${amount}`)).toEqual([
      'Pair 1 2000.00',
      'Pair 1 1950.00',
      'Pair 2 2000.00',
      'Pair 2 1950.00',
      'Pair 3 2000.00',
      'Pair 3 1950.00',
    ]);
    expect(evidence?.figures.map(({ value, comparison, threshold }) => `${value} ${comparison} ${threshold}`)).toEqual([
      '3 >= 3',
      '2.5 <= 8',
      '1 <= 4',
      '1950.00 >= 300.00',
    ]);
    expect(evidence?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Money in: 6000.00',
      'Money out: 5850.00',
      'Difference between the totals: 2.5',
      'Pair 1: $2,000.00 in from NORTHSTAR BANK on 2026-03-02; $1,950.00 out to NORTHSTAR BANK on 2026-03-03',
      'Pair 2: $2,000.00 in from NORTHSTAR BANK on 2026-03-09; $1,950.00 out to NORTHSTAR BANK on 2026-03-10',
      'Pair 3: $2,000.00 in from NORTHSTAR BANK on 2026-03-16; $1,950.00 out to NORTHSTAR BANK on 2026-03-17',
    ]);
  });

  test('the kiting rule raises no alert when any stated prevention condition is met', () => {
    expect(detect(kitingRounds(THREE))[0]?.evidence.wouldBeSilent).toEqual([
      'Only 2 such pairs within 21 days instead of 3.',
      'A difference of more than 8% between credit and debit in all but 2 of the 3 pairs.',
      'More than 4 days from credit to debit in all but 2 of the pairs.',
      'Amounts below $300.00.',
    ]);
    expect(detect(kitingRounds(THREE.slice(0, 2)))).toEqual([]);
    expect(detect(lastBeing({ out: '1839.99' }))).toEqual([]);
    expect(detect(lastBeing({ after: 5 }))).toEqual([]);
    expect(detect(allBeing({ in: '299.99', out: '299.99' }))).toEqual([]);
  });

  test('the kiting rule raises an alert exactly at its limits', () => {
    expect(detect(lastBeing({ out: '1840.00', after: 4 }))).toHaveLength(1);
    expect(detect(lastBeing({ out: '2160.00', after: 0 }))).toHaveLength(1);
    expect(detect(allBeing({ in: '300.00', out: '300.00' }))).toHaveLength(1);
    // Completed on March 3, 10 and 23: 21 days, including the first and last.
    expect(detect(lastBeing({ on: '2026-03-22' }))).toHaveLength(1);
  });

  test('the kiting pattern is high risk with four rounds in a window', () => {
    expect(detect(kitingRounds([...THREE, { on: '2026-03-20' }]))).toMatchObject([
      { riskLevel: 'high', amount: '8000.00' },
    ]);
  });

  test('a kiting alert lists the reason for high risk only when the risk is high', () => {
    const last = (list: readonly KitingRound[]) => detect(kitingRounds(list))[0]?.evidence.figures.at(-1)?.label;
    expect(last(THREE)).toBe('Smallest credit or debit in a pair');
    expect(last([...THREE, { on: '2026-03-20' }])).toBe('High risk: pairs in the busiest 21 days');
  });

  test('the kiting rule finds a float through wallets or banks without a transfer description', () => {
    expect(detect(allBeing({ from: 'VENMO', to: 'ZELLE', described: 'PAYMENT' }))).toHaveLength(1);
    expect(detect(allBeing({ from: 'ALLY', to: 'ALLY', described: 'EXT TRNSFR' }))).toHaveLength(1);
    expect(detect(allBeing({ from: 'COASTAL SAVINGS', to: 'PIONEER TRUST', described: 'ACH' }))).toHaveLength(1);
  });

  test('the kiting rule pairs a credit with a debit on another account of the member', () => {
    const history = ordinaryLife();
    for (const { on } of THREE) {
      history.account('1').credit('2000.00').from('NORTHSTAR BANK').described('TRANSFER').on(on);
      history.account('2').debit('2000.00').from('NORTHSTAR BANK').described('TRANSFER').on(addDays(on, 1));
    }
    expect(detect(history)).toMatchObject([{ accountNumber: '2', amount: '6000.00' }]);
    expect(detect(history)[0]?.description).toContain('on 2 of the member’s accounts');
  });

  test('the kiting rule analyzes the accounts under one name separately when there are too many', () => {
    const history = aHistory();
    for (const { on } of THREE) {
      history.account('1').credit('2000.00').from('NORTHSTAR BANK').described('TRANSFER').on(on);
      history.account('2').debit('2000.00').from('NORTHSTAR BANK').described('TRANSFER').on(addDays(on, 1));
    }
    for (let other = 3; other <= MAX_ACCOUNTS_PER_MEMBER + 1; other += 1)
      history.account(String(other)).debit('20.00').from('GYM').on(FIRST);
    expect(detect(history)).toEqual([]);
  });

  test.each([
    ['pairs spread over more than three weeks', lastBeing({ on: '2026-03-23' })],
    ['a debit a little too small each time', allBeing({ out: '1839.99' })],
    ['a debit a little too large each time', allBeing({ out: '2160.01' })],
    [
      'one debit for three credits',
      kitingRounds([{ on: FIRST }])
        .credit('2000.00')
        .from('NORTHSTAR BANK')
        .on(FIRST, FIRST),
    ],
  ])('the kiting rule raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test.each([
    [
      'pay and then the mortgage',
      allBeing({ from: 'RIVERTON SCHOOLS', to: 'HOMESTEAD MORTGAGE', described: 'PAYROLL' }),
    ],
    [
      'card takings and supplier bills',
      allBeing({ from: 'SWIPEWISE MERCH', to: 'PACKRIGHT SUPPLY', described: 'INVOICE' }),
    ],
    [
      'refunds to a bank card paid at once',
      allBeing({ from: 'BEACON BANK CARD', to: 'BEACON BANK CARD', described: 'CRCARDPMT' }),
    ],
    ['transfers that came back', allBeing({ described: 'RETURN TRANSFER' })],
    ['transfers that were reversed', allBeing({ described: 'REVERSAL' })],
    [
      'a savings sweep on payday with a rare withdrawal',
      ordinaryLife()
        .debit('400.00')
        .from('HIGHYIELD BANK')
        .described('XFER')
        .on('2025-10-02')
        .again({ times: 11, everyDays: 14 })
        .credit('400.00')
        .from('HIGHYIELD BANK')
        .described('XFER')
        .on('2025-12-10', '2026-02-04'),
    ],
    [
      'an allowance every week and a savings plan of the same amount',
      ordinaryLife()
        .credit('500.00')
        .from('ZELLE')
        .on('2025-06-02')
        .again({ times: 40, everyDays: 14 })
        .credit('500.00')
        .from('ZELLE')
        .on('2025-06-09')
        .again({ times: 40, everyDays: 14 })
        .debit('500.00')
        .from('HIGHYIELD BANK')
        .described('XFER')
        .on('2025-04-01')
        .again({ times: 50, everyDays: 7 }),
    ],
    ['only pay and bills', ordinaryLife()],
  ])('the kiting rule raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history).filter(({ triggerDay }) => triggerDay > '2025-09-01')).toEqual([]);
  });

  test('the kiting rule keeps finding an ongoing float with one bank', () => {
    const history = aHistory();
    for (let round = 0; round < 24; round += 1) kitingRounds([{ on: addDays('2025-10-06', 7 * round) }], history);
    const last = detect(
      kitingRounds([{ on: addDays('2025-10-06', 7 * 24), in: '2300.00', out: '2290.00' }], history),
    ).at(-1);
    expect(last?.triggerDay).toBe('2025-10-21');
    expect(
      detect(
        kitingRounds(
          [0, 7, 14].map((day) => ({ on: addDays('2026-04-06', day), in: `${2100 + day}.00` })),
          history,
        ),
      ).at(-1),
    ).toMatchObject({
      triggerDay: '2026-04-21',
    });
  });

  test('the kiting rule raises alerts during the ledger warm-up because a float needs no baseline', () => {
    const young = aContext({ ledgerFirstDay: FIRST });
    const varying = THREE.map((round, index) => ({ ...round, in: `${2000 + index}.00` }));
    expect(detect(kitingRounds(varying, aHistory()), young)).toHaveLength(1);
    // Regular transfers may have started before the ledger.
    expect(detect(kitingRounds(THREE, aHistory()), young)).toEqual([]);
  });

  test('the kiting rule combines rounds within thirty days into one alert', () => {
    const later = (first: string) => [...THREE, ...[0, 2, 4].map((day) => ({ on: addDays(first, day) }))];
    expect(detect(kitingRounds(later('2026-04-06'))).map(({ amount }) => amount)).toEqual(['12000.00']);
    expect(detect(kitingRounds(later('2026-04-20'))).map(({ amount }) => amount)).toEqual(['6000.00', '6000.00']);
  });

  test('the kiting rule scales the number of pairs with the sensitivity', () => {
    const at = (sensitivity: 'low' | 'high', list: readonly KitingRound[]) =>
      detect(kitingRounds(list), aContext({ policy: { ...defaultPolicy(), sensitivity } })).length;
    expect(at('low', THREE)).toBe(0);
    expect(at('low', [...THREE, { on: '2026-03-19' }])).toBe(1);
    expect(at('high', THREE.slice(0, 2))).toBe(0);
    expect(at('high', THREE)).toBe(1);
  });

  test('the kiting rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = kitingRounds([...THREE, { on: THIRD, in: '2010.00', out: '2005.00' }]);
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(detect(history)).toEqual(findings);
    const imported = kitingPattern.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the kiting rule keeps its triggers and correct figures in any import order and after later entries', () => {
    const transfers = randomHistories.map((entries) =>
      entries.map((entry) => ({
        ...entry,
        company: 'ZELLE',
        companyKey: 'ZELLE',
        amountCents: 200_000 + (entry.amountCents % 40_000),
      })),
    );
    const found = expectRuleInvariants(kitingPattern, { histories: transfers, context: aContext() });
    expect(found).toBeGreaterThan(10);
  });
});
