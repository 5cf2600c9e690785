import { addDays } from '../../calendar/day.ts';
import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { randomHistories } from '../testing/random-histories.ts';
import { expectRuleInvariants, importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { highRiskDebits, highRiskPattern, highRiskReason } from './high-risk-pattern.ts';

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-31');
}

/** Debits by one company on the given days in March 2026. */
function debits(company: string, amount: string, ...days: string[]): HistoryBuilder {
  return days.reduce((history, day) => history.debit(amount).from(company).on(`2026-03-${day}`), ordinaryLife());
}

function detect(history: HistoryBuilder, context = aContext()): Finding[] {
  return highRiskPattern.detect(history.build(), context);
}

describe('high-risk pattern', () => {
  test('the second crypto debit within two weeks raises one high-risk pattern alert', () => {
    const history = debits('Coinbase.com', '900.00', '02', '09');
    expect(detect(history)).toMatchObject([
      {
        activityType: 'high_risk_pattern',
        category: 'High-Risk Transactions',
        riskLevel: 'medium',
        amount: '1800.00',
        percentageChange: null,
        triggerDay: '2026-03-09',
        triggerEntryId: history.entries().at(-1)?.id,
        description:
          '2 debits to Coinbase.com (cryptocurrency) totaled $1,800.00 from 2026-03-02 to 2026-03-09. ' +
          'Total of such debits in the 90 days before: $0.00. Possible sudden concentration in high-risk ' +
          'businesses.',
      },
    ]);
  });

  test('a high-risk pattern alert shows earlier debits, each figure and why each company is high-risk', () => {
    const history = debits('Coinbase.com', '900.00', '02', '09').debit('200.00').from('DRAFTKINGS').on('2026-01-05');
    const [finding] = detect(history.debit('300.00').from('DRAFTKINGS').on('2026-03-10'));
    expect(finding?.percentageChange).toBe('950.00');
    const evidence = finding?.evidence;
    expect(evidence?.figures.map(({ value, comparison, threshold }) => `${value} ${comparison} ${threshold}`)).toEqual([
      '2 >= 2',
      '1800.00 >= 1500.00',
      '1800.00 >= 300.00',
    ]);
    expect(evidence?.baseline).toEqual({
      label: 'Total of high-risk debits in the 90 days before',
      value: '200.00',
      unit: 'USD',
      firstDay: '2025-11-26',
      lastDay: '2026-02-23',
    });
    expect(evidence?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Why Coinbase.com is high-risk: cryptocurrency',
      'Why DRAFTKINGS is high-risk: gambling',
    ]);
  });

  test('a high-risk pattern alert omits the baseline if there are no earlier debits and lists at most ten companies', () => {
    const [finding] = detect(debits('KRAKEN', '900.00', '02', '09').debit('200.00').from('KRAKEN').on('2026-01-05'));
    expect(finding?.description).toContain('Total of such debits in the 90 days before: $200.00.');
    expect(detect(debits('KRAKEN', '900.00', '02', '09'))[0]?.evidence.baseline).toBeNull();
    const many = Array.from({ length: 12 }, (_, at) => `BITCOIN SHOP ${at}`).reduce(
      (history, company) => history.debit('200.00').from(company).on('2026-03-02'),
      ordinaryLife(),
    );
    expect(detect(many)[0]?.evidence.facts).toHaveLength(10);
  });

  test('the high-risk pattern rule raises no alert when any stated prevention condition is met', () => {
    const history = () => debits('KRAKEN', '900.00', '02', '09');
    expect(detect(history())[0]?.evidence.wouldBeSilent).toEqual([
      'Only 1 such debit within 14 days instead of 2.',
      'A total below $1,500.00 within 14 days instead of $1,800.00.',
      'More than $1,200.00 in such debits in the 90 days before.',
    ]);
    expect(detect(debits('KRAKEN', '1800.00', '02'))).toEqual([]);
    expect(detect(debits('KRAKEN', '749.99', '02', '09'))).toEqual([]);
    const before = (amount: string) => detect(history().debit(amount).from('KRAKEN').on('2026-01-05'));
    expect(before('1200.00')).toHaveLength(1);
    expect(before('1200.01')).toEqual([]);
  });

  test('the high-risk pattern is high risk at $4,000', () => {
    const [high] = detect(debits('KRAKEN', '2000.00', '02', '03'));
    expect(high?.riskLevel).toBe('high');
    expect(high?.evidence.figures.map(({ label }) => label)).toEqual([
      'High-risk debits within 14 days',
      'Total of these debits',
      'High risk: total',
    ]);
    expect(detect(debits('KRAKEN', '1999.99', '02', '03'))[0]?.riskLevel).toBe('medium');
  });

  test.each([
    ['payday lender', debits('PAYDAY FAST CASH', '800.00', '02', '09')],
    ['remitter', debits('Western Union', '800.00', '02', '09')],
    ['the entry description', debits('SMITH LLC', '800.00', '02').described('CASINO').on('2026-03-09', '2026-03-10')],
    [
      'a wager, but not a company named Wager',
      debits('WAGER PLUMBING', '800.00', '02')
        .debit('800.00')
        .from('BETARENA')
        .described('WAGER')
        .on('2026-03-09', '2026-03-10'),
    ],
    [
      'international entries of an unknown company',
      debits('ATLANTIC', '800.00', '02').ofClass('IAT').on('2026-03-09', '2026-03-10'),
    ],
    [
      'different lines together',
      debits('LUCKYSPIN CASINO', '800.00', '02').debit('800.00').from('BITCOIN DEPOT').on('2026-03-03'),
    ],
  ])('the high-risk pattern rule recognizes each high-risk business: %s', (_, history) => {
    expect(detect(history).flatMap(({ entries }) => entries.map(({ amountCents }) => amountCents))).toEqual([
      80_000, 80_000,
    ]);
  });

  test('the high-risk pattern rule ignores an international debit by a company that many members use', () => {
    const history = debits('ATLANTIC', '800.00', '02').ofClass('IAT').on('2026-03-09', '2026-03-10');
    expect(detect(history, aContext({ known: ['ATLANTIC'] }))).toEqual([]);
    expect(detect(debits('KRAKEN', '800.00', '02', '09'), aContext({ known: ['KRAKEN'] }))).toHaveLength(1);
  });

  test.each([
    ['fifteen days apart', debits('KRAKEN', '900.00', '02', '16')],
    ['one debit, however large', debits('KRAKEN', '9000.00', '02')],
    ['a cent short', debits('KRAKEN', '749.99', '02').debit('750.00').from('KRAKEN').on('2026-03-03')],
  ])('the high-risk pattern rule raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the high-risk pattern rule counts fourteen days, including the first and last', () => {
    expect(detect(debits('KRAKEN', '900.00', '02', '15'))).toHaveLength(1);
  });

  test.each<[string, HistoryBuilder]>([
    [
      '$50 of crypto a month',
      ordinaryLife().debit('50.00').from('KRAKEN').on('2025-06-05').again({ times: 9, everyDays: 30 }),
    ],
    ['small bets', ordinaryLife().debit('20.00').from('FANDUEL').on('2025-10-04').again({ times: 70, everyDays: 2 })],
    [
      '$900 to relatives abroad every other week as before',
      ordinaryLife().debit('900.00').from('REMITLY').on('2025-08-01').again({ times: 17, everyDays: 13 }),
    ],
    [
      'a pension from abroad',
      ordinaryLife().credit('1900.00').from('NS PENSION FUND').ofClass('IAT').on('2026-03-02', '2026-03-09'),
    ],
    ['winnings paid out', ordinaryLife().credit('1900.00').from('DRAFTKINGS').on('2026-03-02', '2026-03-09')],
    [
      'debits that were returned',
      debits('KRAKEN', '900.00').debit('900.00').from('KRAKEN').withAddenda('R01').on('2026-03-02', '2026-03-09'),
    ],
    [
      'debits reversed',
      debits('KRAKEN', '900.00').debit('900.00').from('KRAKEN').described('REVERSAL').on('2026-03-02', '2026-03-09'),
    ],
    [
      'a wallet, a mortgage lender and a laundry',
      debits('CASH APP', '900.00', '02', '03')
        .debit('900.00')
        .from('ROCKET LOANS')
        .on('2026-03-04')
        .debit('900.00')
        .from('COIN LAUNDRY')
        .on('2026-03-05'),
    ],
    ['only pay and bills', ordinaryLife()],
  ])('the high-risk pattern rule raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history).filter(({ triggerDay }) => triggerDay >= '2025-11-01')).toEqual([]);
  });

  test('the high-risk pattern rule combines debits within three weeks into one alert', () => {
    const with2More = (first: string) =>
      debits('KRAKEN', '900.00', '02', '03').debit('9000.00').from('KRAKEN').on(first, addDays(first, 1));
    expect(detect(with2More('2026-03-23')).map(({ amount }) => amount)).toEqual(['19800.00']);
    expect(detect(with2More('2026-03-25')).map(({ amount }) => amount)).toEqual(['1800.00', '18000.00']);
  });

  test('the high-risk pattern rule raises no alert during the ledger warm-up', () => {
    const history = debits('KRAKEN', '900.00', '02', '09');
    expect(detect(history, aContext({ ledgerFirstDay: '2026-01-24' }))).toEqual([]);
    expect(detect(history, aContext({ ledgerFirstDay: '2026-01-23' }))).toHaveLength(1);
  });

  test('the high-risk pattern rule scales counts and totals with the sensitivity', () => {
    const at = (sensitivity: 'low' | 'high', amount: string, ...days: string[]) =>
      detect(debits('KRAKEN', amount, ...days), aContext({ policy: { ...defaultPolicy(), sensitivity } })).length;
    expect(at('high', '600.00', '02', '03')).toBe(1);
    expect(at('high', '599.99', '02', '03')).toBe(0);
    expect(at('low', '625.00', '02', '03', '04')).toBe(1);
    expect(at('low', '625.00', '02', '03')).toBe(0);
    expect(at('low', '624.99', '02', '03', '04')).toBe(0);
  });

  test('the high-risk pattern rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = debits('KRAKEN', '900.00', '02', '09', '09').debit('900.00').from('FANDUEL').on('2026-03-09');
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(detect(history)).toEqual(findings);
    const imported = highRiskPattern.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the high-risk pattern rule keeps its triggers and correct figures in any import order and after later entries', () => {
    const risky = randomHistories.map((entries) => entries.map((entry) => ({ ...entry, class: 'IAT' })));
    const found = expectRuleInvariants(highRiskPattern, { histories: risky, context: aContext() });
    expect(found).toBeGreaterThan(10);
  });
});

const { companies } = aContext({ known: ['ATELIER NORD'] });

function why(company: string, description = 'PAYMENT', secCode = 'WEB'): string | null {
  const [debit] =
    aHistory().debit('5.00').from(company).described(description).ofClass(secCode).build().accounts[0]?.entries ?? [];
  if (debit === undefined) throw new Error('there is a debit');
  return highRiskReason(debit, companies);
}

describe('high-risk debit detection', () => {
  test.each([
    ['BET', 'gambling'],
    ['BETS', 'gambling'],
    ['WAGER', 'gambling'],
    ['WAGERS', 'gambling'],
    ['LOTTERY', 'gambling'],
    ['CASH ADV', 'payday or cash advance'],
    ['PAYDAY', 'payday or cash advance'],
    ['PAYMENT', null],
    ['BETA TEST', null],
  ])('high-risk debit detection recognizes the description %s as %s', (description, line) => {
    expect(why('NOVA', description)).toBe(line);
  });

  test('high-risk debit detection prefers the company name and ignores family names that match by chance', () => {
    expect(why('BITCOIN DEPOT', 'BETS')).toBe('cryptocurrency');
    expect([why('WAGER FAMILY DENTAL'), why('BET HOLDINGS')]).toEqual([null, null]);
  });

  test('high-risk debit detection treats debits by unknown international companies as high-risk', () => {
    expect(why('ATELIER SUD', 'PAYMENT', 'IAT')).toBe('international entry (IAT)');
    expect(why('ATELIER NORD', 'PAYMENT', 'IAT')).toBeNull();
    expect(why('ATELIER NORD', 'LOTTERY', 'IAT')).toBe('gambling');
  });

  test('high-risk debit detection ignores credits, returns and reversals', () => {
    const found = (history: HistoryBuilder) => {
      const [account] = history.build().accounts;
      return account === undefined ? 0 : highRiskDebits(account, companies).length;
    };
    expect(found(aHistory().debit('5.00').from('BITCOIN DEPOT'))).toBe(1);
    expect(found(aHistory().credit('5.00').from('BITCOIN DEPOT'))).toBe(0);
    expect(found(aHistory().debit('5.00').from('BITCOIN DEPOT').withCode('26'))).toBe(0);
    expect(found(aHistory().debit('5.00').from('BITCOIN DEPOT').described('REVERSAL'))).toBe(0);
  });
});
