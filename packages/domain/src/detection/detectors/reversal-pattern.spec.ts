import { addDays } from '../../calendar/day.ts';
import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { randomHistories } from '../testing/random-histories.ts';
import { expectRuleInvariants, importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { reversalPairs, reversalPattern } from './reversal-pattern.ts';

interface Pair {
  on: string;
  /** Number of days until the payment is taken back. */
  after?: number;
  amount?: string;
  back?: string;
  company?: string;
  from?: 'credit' | 'debit';
  described?: string;
  backDescribed?: string;
}

/** By default, $700 paid by one company and taken back three days later. */
function pairs(list: readonly Pair[], history = aHistory().ordinaryLifeUntil('2026-04-30')): HistoryBuilder {
  for (const pair of list) {
    const { on, after = 3, amount = '700.00', back = amount, company = 'NOVA TRADE', from = 'credit' } = pair;
    const to = from === 'credit' ? 'debit' : 'credit';
    history[from](amount)
      .from(company)
      .described(pair.described ?? 'PAYMENT')
      .on(on);
    history[to](back)
      .from(company)
      .described(pair.backDescribed ?? 'PAYMENT')
      .on(addDays(on, after));
  }
  return history;
}

const THREE: readonly Pair[] = [{ on: '2026-03-02' }, { on: '2026-03-16' }, { on: '2026-04-06' }];
const allBeing = (change: Partial<Pair>): HistoryBuilder => pairs(THREE.map((pair) => ({ ...pair, ...change })));
const lastBeing = (change: Partial<Pair>): HistoryBuilder =>
  pairs(THREE.map((pair, index) => (index === 2 ? { ...pair, ...change } : pair)));

function detect(history: HistoryBuilder, context = aContext()): Finding[] {
  return reversalPattern.detect(history.build(), context);
}

describe('reversal pattern', () => {
  test('the reversal pattern rule raises one medium-risk alert on the entry that completes the third pair', () => {
    const history = pairs(THREE);
    expect(detect(history)).toMatchObject([
      {
        activityType: 'reversal_pattern',
        category: 'Kiting & Manipulation',
        riskLevel: 'medium',
        amount: '2100.00',
        percentageChange: null,
        triggerDay: '2026-04-09',
        triggerEntryId: history.entries().at(-1)?.id,
        description:
          '3 pairs of opposite entries (same company, same amount) by NOVA TRADE totaled $2,100.00 from ' +
          '2026-03-02 to 2026-04-09. Labeled as reversals: none. Possible misuse of reversals.',
      },
    ]);
  });

  test('reversal pattern evidence shows the pairs and each figure with its threshold', () => {
    const evidence = detect(allBeing({ backDescribed: 'REVERSAL' }))[0]?.evidence;
    expect(evidence?.entries.map(({ part, transactionType }) => `${part} ${transactionType}`)).toEqual([
      'Pair 1 Credit',
      'Pair 1 Debit',
      'Pair 2 Credit',
      'Pair 2 Debit',
      'Pair 3 Credit',
      'Pair 3 Debit',
    ]);
    expect(evidence?.figures.map(({ value, comparison, threshold }) => `${value} ${comparison} ${threshold}`)).toEqual([
      '3 >= 3',
      '3 <= 9',
    ]);
    expect(evidence?.facts.slice(0, 3).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Pairs labeled as reversals: 3',
      'Reversals after five banking days: 0',
      'Pair 1: $700.00 paid by NOVA TRADE on 2026-03-02 and taken back on 2026-03-05, after 3 banking days',
    ]);
  });

  test('the reversal pattern rule raises no alert when any stated prevention condition is met', () => {
    expect(detect(pairs(THREE))[0]?.evidence.wouldBeSilent).toEqual([
      'Only 2 such pairs within 60 days instead of 3.',
      'More than 9 days between the entries in all but 2 of the 3 pairs.',
      'Different amounts in all but 2 of the pairs.',
    ]);
    expect(detect(pairs(THREE.slice(0, 2)))).toEqual([]);
    expect(detect(lastBeing({ after: 10 }))).toEqual([]);
    expect(detect(lastBeing({ back: '699.99' }))).toEqual([]);
  });

  test('reversal pattern evidence describes each pair in order and shows the slowest among the figures', () => {
    const drawn = pairs([{ on: '2026-03-02', from: 'debit' }, { on: '2026-03-16', after: 5 }, { on: '2026-04-06' }]);
    const evidence = detect(drawn)[0]?.evidence;
    expect(evidence?.figures[1]).toMatchObject({ value: '5', threshold: '9' });
    expect(evidence?.facts[0]?.value).toBe('0');
    expect(evidence?.facts[2]?.value).toBe(
      '$700.00 taken by NOVA TRADE on 2026-03-02 and paid back on 2026-03-05, after 3 banking days',
    );
    const many = Array.from({ length: 14 }, (_, at) => ({ on: addDays('2026-02-02', 4 * at), after: 1 }));
    const [finding] = detect(pairs(many));
    expect(finding?.evidence.facts.map(({ label }) => label).at(-1)).toBe('Pair 12');
  });

  test('reversal pattern evidence shows the slowest reversal after five banking days among the figures', () => {
    const evidence = detect(
      pairs([
        { on: '2026-03-02', after: 8, backDescribed: 'REVERSAL' },
        { on: '2026-03-16', after: 9, backDescribed: 'REVERSAL' },
        { on: '2026-04-06' },
      ]),
    )[0]?.evidence;
    expect(evidence?.facts.slice(0, 2).map(({ value }) => value)).toEqual(['2', '2']);
    expect(evidence?.figures[2]).toMatchObject({ value: '7', comparison: '>', threshold: '5' });
  });

  test('a reversal pattern alert is high risk with four pairs in a window', () => {
    expect(detect(pairs([...THREE, { on: '2026-04-20' }]))).toMatchObject([{ riskLevel: 'high', amount: '2800.00' }]);
  });

  test('reversal pattern evidence lists the reason for high risk only when the risk is high', () => {
    const last = (list: readonly Pair[]) => detect(pairs(list))[0]?.evidence.figures.at(-1)?.label;
    expect(last(THREE)).toBe('Most days between the entries of a pair');
    expect(last([...THREE, { on: '2026-04-20' }])).toBe('High risk: pairs in the busiest 60 days');
  });

  test('the reversal pattern rule raises the risk for a reversal after more than five banking days', () => {
    // April 6, 2026, is a Monday. The 13th is the fifth banking day after it, and the 14th is the sixth.
    const reversed = (after: number) => detect(lastBeing({ after, backDescribed: 'REVERSAL' }));
    expect(reversed(7)[0]?.riskLevel).toBe('medium');
    expect(reversed(8)[0]).toMatchObject({ riskLevel: 'high' });
    expect(reversed(8)[0]?.description).toContain('Labeled as reversals: 1. Reversed after five banking days: 1.');
    expect(detect(lastBeing({ after: 8 }))[0]?.riskLevel).toBe('medium');
  });

  test('the reversal pattern rule counts debits paid back by an unknown company or labeled as a reversal', () => {
    expect(detect(allBeing({ from: 'debit' }))).toHaveLength(1);
    const word = allBeing({ from: 'debit', backDescribed: 'REVERSAL' });
    expect(detect(word, aContext({ known: ['NOVA TRADE'] }))).toHaveLength(1);
  });

  test('the reversal pattern rule raises an alert exactly at its limits', () => {
    expect(detect(lastBeing({ after: 9 }))).toHaveLength(1);
    expect(detect(lastBeing({ on: '2026-04-30' }))).toHaveLength(1);
    expect(detect(allBeing({ amount: '1.00' }))).toHaveLength(1);
  });

  test.each<[string, HistoryBuilder]>([
    ['the third pair completed on the sixty-first day', lastBeing({ on: '2026-05-01' })],
    ['account validations of some cents', allBeing({ amount: '0.99' })],
    [
      'the third pair made of two companies',
      pairs(THREE.slice(0, 2))
        .credit('700.00')
        .from('NOVA TRADE')
        .on('2026-04-06')
        .debit('700.00')
        .from('OPAL MEDIA')
        .on('2026-04-07'),
    ],
  ])('the reversal pattern rule raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test.each<[string, HistoryBuilder]>([
    ['one reversal', pairs([{ on: '2026-03-02', backDescribed: 'REVERSAL' }])],
    [
      'pay sent twice by mistake and taken back once',
      pairs([{ on: '2026-03-06', company: 'RIVERTON SCHOOLS', described: 'PAYROLL', backDescribed: 'REVERSAL' }])
        .credit('700.00')
        .from('RIVERTON SCHOOLS')
        .on('2026-03-06'),
    ],
    ['goods returned to a shop that many members use', allBeing({ from: 'debit', company: 'GREENLEAF MARKET' })],
    ['goods returned on the same day', allBeing({ from: 'debit', after: 0, company: 'GREENLEAF MARKET' })],
    ['refunds of an unknown shop', allBeing({ from: 'debit', backDescribed: 'REFUND' })],
    ['friends who pay each other back by wallet', allBeing({ from: 'debit', company: 'VENMO', amount: '20.00' })],
    ['money moved to savings and back', allBeing({ from: 'debit', company: 'HIGHYIELD BANK', described: 'XFER' })],
    ['wages advanced until payday', allBeing({ company: 'EARNIN', amount: '100.00' })],
    ['cash advanced and paid back', allBeing({ described: 'CASH ADVANCE' })],
    ['account validations', allBeing({ described: 'ACCTVERIFY', backDescribed: 'ACCTVERIFY' })],
    [
      'bills returned for insufficient funds and presented again',
      ['2026-03-02', '2026-03-16', '2026-04-06'].reduce(
        (history, day) =>
          history
            .debit('120.00')
            .from('CITY GAS')
            .on(day)
            .credit('120.00')
            .from('CITY GAS')
            .withAddenda('R01')
            .on(addDays(day, 1))
            .debit('120.00')
            .from('CITY GAS')
            .described('RETRY PYMT')
            .on(addDays(day, 4)),
        aHistory().ordinaryLifeUntil('2026-04-30'),
      ),
    ],
    ['only pay and bills', pairs([])],
  ])('the reversal pattern rule raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history, aContext({ known: ['GREENLEAF MARKET'] }))).toEqual([]);
  });

  test('the reversal pattern rule uses each entry in one pair only', () => {
    const history = pairs([{ on: '2026-03-02' }, { on: '2026-03-16' }]);
    history.credit('700.00').from('NOVA TRADE').on('2026-03-03', '2026-03-04');
    expect(detect(history)).toEqual([]);
    expect(detect(history.debit('700.00').from('NOVA TRADE').on('2026-03-06'))).toMatchObject([{ amount: '2100.00' }]);
  });

  test('the reversal pattern rule raises alerts during the ledger warm-up because reversals need no baseline', () => {
    expect(detect(pairs(THREE, aHistory()), aContext({ ledgerFirstDay: '2026-03-02' }))).toHaveLength(1);
  });

  test('the reversal pattern rule combines pairs within forty-five days into one alert', () => {
    expect(detect(pairs([...THREE, { on: '2026-05-01' }])).map(({ amount }) => amount)).toEqual(['2800.00']);
    const later: Pair[] = [{ on: '2026-06-22' }, { on: '2026-07-06' }, { on: '2026-07-20' }];
    expect(detect(pairs([...THREE, ...later])).map(({ amount }) => amount)).toEqual(['2100.00', '2100.00']);
  });

  test('the reversal pattern rule scales the number of pairs with the sensitivity', () => {
    const at = (sensitivity: 'low' | 'high', list: readonly Pair[]) =>
      detect(pairs(list), aContext({ policy: { ...defaultPolicy(), sensitivity } })).length;
    expect(at('low', THREE)).toBe(0);
    expect(at('low', [...THREE, { on: '2026-04-20' }])).toBe(1);
    expect(at('high', THREE)).toBe(1);
    expect(at('high', THREE.slice(1))).toBe(0);
  });

  test('the reversal pattern rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = pairs([...THREE, { on: '2026-04-06' }]);
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(detect(history)).toEqual(findings);
    const imported = reversalPattern.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('in random histories, reversal figures are correct, and import order and later entries change no triggers', () => {
    const equal = randomHistories.map((entries) => entries.map((entry) => ({ ...entry, amountCents: 70_000 })));
    const found = expectRuleInvariants(reversalPattern, { histories: equal, context: aContext() });
    expect(found).toBeGreaterThan(10);
  });
});

const { companies } = aContext({ known: ['SPORTS BARN'] });

/** Number of pairs in a history, with amounts of at least $5 and at most nine days apart. */
function pairsIn(history: HistoryBuilder): number {
  const [account] = history.build().accounts;
  return account === undefined ? 0 : reversalPairs(account, companies, { minimum: 500, pairDays: 9 }).length;
}

/** $40 debited on March 2 and paid back on March 4. */
function paidBack(company: string, described = 'PAYMENT', amount = '40.00'): HistoryBuilder {
  return aHistory()
    .debit(amount)
    .from(company)
    .on('2026-03-02')
    .credit(amount)
    .from(company)
    .described(described)
    .on('2026-03-04');
}

/** $40 credited on March 2 and debited on March 4. */
function drawnBack(company: string, described = 'PAYMENT'): HistoryBuilder {
  return aHistory()
    .credit('40.00')
    .from(company)
    .described(described)
    .on('2026-03-02')
    .debit('40.00')
    .from(company)
    .on('2026-03-04');
}

describe('reversal pair search', () => {
  test('a reversal pair consists of opposite entries of one company with the same amount, in either order', () => {
    expect([pairsIn(paidBack('NOVA')), pairsIn(drawnBack('NOVA'))]).toEqual([1, 1]);
    expect(pairsIn(aHistory().debit('40.00').from('NOVA').on('2026-03-02', '2026-03-04'))).toBe(0);
    expect([pairsIn(paidBack('NOVA', 'PAYMENT', '5.00')), pairsIn(paidBack('NOVA', 'PAYMENT', '4.99'))]).toEqual([
      1, 0,
    ]);
  });

  test.each([
    'REFUND',
    'REFUNDS',
    'RFND',
    'CREDIT MEMO',
    'RTN',
    'CASH BACK',
    'CASHBACK',
    'REBATE',
    'ADV',
    'ADVANCE',
    'LOAN',
    'LOANS',
  ])('an entry explained by %s forms no reversal pair', (words) => {
    expect(pairsIn(paidBack('NOVA', words))).toBe(0);
  });

  test('a refund from a known company forms no reversal pair, but a credit that the company debits back does', () => {
    expect(pairsIn(paidBack('SPORTS BARN'))).toBe(0);
    expect(pairsIn(drawnBack('SPORTS BARN'))).toBe(1);
    const sameDay = aHistory().credit('40.00').from('SPORTS BARN').on('2026-03-02');
    expect(pairsIn(sameDay.debit('40.00').from('SPORTS BARN').on('2026-03-02'))).toBe(0);
  });

  test('a wallet entry forms a reversal pair only if it is labeled as a reversal', () => {
    expect(pairsIn(drawnBack('VENMO'))).toBe(0);
    expect(pairsIn(paidBack('VENMO'))).toBe(0);
    expect(pairsIn(drawnBack('VENMO', 'REVERSAL'))).toBe(1);
    expect(pairsIn(paidBack('SPORTS BARN', 'REVERSAL'))).toBe(1);
  });

  test('account validations form no reversal pair', () => {
    expect(pairsIn(drawnBack('NOVA', 'ACCTVERIFY'))).toBe(0);
  });
});
