import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { suspiciousDebitHistories } from '../testing/random-histories.ts';
import { expectRuleInvariants, importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { newCompanies } from './new-companies.ts';

const KNOWN = ['CITY WATER', 'SPORTS BARN', 'FUELSTOP', 'CORNER CAFE', 'PET PANTRY'];
const MARCH = ['2026-03-02', '2026-03-05', '2026-03-09', '2026-03-09'];

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** Ordinary activity plus one debit per given amount, each by another new company, on March 2, 5, 9 and 9. */
function newcomers(...amounts: string[]): HistoryBuilder {
  return debits(ordinaryLife(), amounts);
}

function debits(history: HistoryBuilder, amounts: string[]): HistoryBuilder {
  amounts.forEach((amount, k) =>
    history
      .debit(amount)
      .from(`NEWCOMER ${k}`)
      .on(MARCH[k] ?? ''),
  );
  return history;
}

function detect(history: HistoryBuilder, context = aContext({ known: KNOWN })): Finding[] {
  return newCompanies.detect(history.build(), context);
}

describe('new companies', () => {
  test('the new companies rule raises one medium-risk alert on the debit of the third new company within eight days', () => {
    const history = newcomers('150.00', '180.00', '120.00');
    expect(detect(history)).toMatchObject([
      {
        activityType: 'new_companies',
        category: 'Account Takeover',
        riskLevel: 'medium',
        amount: '450.00',
        percentageChange: null,
        triggerDay: '2026-03-09',
        triggerEntryId: history.entries().at(-1)?.id,
        description:
          '3 debits by 3 companies that are new to this account (NEWCOMER 0, NEWCOMER 1, NEWCOMER 2) ' +
          'totaled $450.00 from 2026-03-02 to 2026-03-09. New companies in the 90 days before: none. ' +
          'Possible misuse of the account number.',
      },
    ]);
  });

  test('new companies evidence shows the figures, each company’s first day and the last normal debit', () => {
    const evidence = detect(newcomers('900.00', '900.00', '900.00'))[0]?.evidence;
    expect(evidence?.figures.map((figure) => `${figure.value} ${figure.comparison} ${figure.threshold}`)).toEqual([
      '3 >= 3',
      '2700.00 >= 450.00',
      '0 <= 3',
      '2700.00 >= 2000.00',
    ]);
    expect(evidence?.companies.map(({ company, firstSeenOnAccount }) => [company, firstSeenOnAccount])).toEqual([
      ['NEWCOMER 0', '2026-03-02'],
      ['NEWCOMER 1', '2026-03-05'],
      ['NEWCOMER 2', '2026-03-09'],
    ]);
    expect(evidence?.facts[0]).toEqual({
      label: 'Last normal debit',
      value: '$61.15 to LAKESIDE GROCERY on 2026-02-25',
      unit: 'text',
    });
    expect(evidence?.baseline).toBeNull();
  });

  test('the new companies rule raises no alert when any stated prevention condition is met', () => {
    expect(detect(newcomers('150.00', '180.00', '120.00'))[0]?.evidence.wouldBeSilent).toEqual([
      'Only 2 new companies within 8 days instead of 3.',
      'A total below $450.00.',
      '4 more new companies in the 90 days before, which makes new companies usual.',
      'Companies that many members use.',
      'An account less than 60 days old.',
    ]);
    expect(detect(newcomers('450.00', '450.00'))).toEqual([]);
    expect(detect(newcomers('150.00', '180.00', '119.99'))).toEqual([]);
    expect(detect(withNewOnesBefore(3))).toHaveLength(1);
    expect(detect(withNewOnesBefore(4))).toEqual([]);
    expect(detect(newcomers('150.00', '180.00', '120.00'), aContext({ known: [...KNOWN, 'NEWCOMER 1'] }))).toEqual([]);
  });

  test('for the new companies rule, the previous 90 days end just before the eight days begin', () => {
    const before = (...days: string[]) =>
      detect(
        days.reduce(
          (history, day) => history.debit('30.00').from(`EARLIER ${day}`).on(day),
          newcomers('150.00', '180.00', '120.00'),
        ),
      );
    const three = ['2026-01-05', '2026-01-19', '2026-02-02'];
    expect(before('2025-12-01', ...three)).toHaveLength(1);
    expect(before('2025-12-02', ...three)).toEqual([]);
    expect(before(...three, '2026-03-01')).toEqual([]);
    const [finding] = before(...three);
    expect(finding?.description).toContain('New companies in the 90 days before: 3.');
    expect(finding?.evidence.wouldBeSilent[2]).toContain('1 more new company in the 90 days');
  });

  test('new companies evidence lists the reason for high risk only when the risk is high', () => {
    const figures = (last: string) => detect(newcomers('600.00', '700.00', last))[0]?.evidence.figures;
    expect(figures('700.00')?.at(-1)).toMatchObject({ value: '2000.00', threshold: '2000.00' });
    expect(figures('699.99')).toHaveLength(3);
  });

  test('a new companies alert is high risk at $2,000 in a window', () => {
    expect(detect(newcomers('600.00', '700.00', '700.00'))[0]?.riskLevel).toBe('high');
    expect(detect(newcomers('600.00', '700.00', '699.99'))[0]?.riskLevel).toBe('medium');
  });

  test.each([
    [
      'three debits by two companies',
      newcomers('200.00', '200.00').debit('200.00').from('NEWCOMER 0').on('2026-03-06'),
    ],
    [
      'nine days',
      ordinaryLife()
        .debit('200.00')
        .from('A')
        .on('2026-03-01')
        .debit('200.00')
        .from('B')
        .on('2026-03-05')
        .debit('200.00')
        .from('C')
        .on('2026-03-09'),
    ],
    [
      'a company that came eleven days before',
      newcomers('200.00', '200.00', '200.00').debit('1.00').from('NEWCOMER 2').on('2026-02-26'),
    ],
    [
      'an account of 59 days',
      debits(aHistory().debit('20.00').from('CITY WATER').on('2026-01-09'), ['200.00', '200.00', '200.00']),
    ],
  ])('the new companies rule raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test.each([
    ['pay and bills', ordinaryLife()],
    [
      'a travel week at shops that many members use',
      KNOWN.reduce((life, shop) => life.debit('190.00').from(shop).on('2026-03-03'), ordinaryLife()),
    ],
    ['small subscriptions begun in one week', newcomers('9.95', '14.95', '19.95', '24.95')],
    [
      'three employers, who pay and do not collect',
      ordinaryLife()
        .credit('900.00')
        .from('A')
        .on('2026-03-02')
        .credit('900.00')
        .from('B')
        .on('2026-03-03')
        .credit('900.00')
        .from('C')
        .on('2026-03-04'),
    ],
    [
      'account validations of some cents',
      newcomers('300.00', '300.00').debit('0.30').from('ELMWOOD').described('ACCTVERIFY').on('2026-03-06'),
    ],
    [
      'a debit sent back and never presented again',
      newcomers('300.00', '300.00').debit('300.00').from('C').withCode('26').on('2026-03-06'),
    ],
  ])('the new companies rule raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the new companies rule adds to the total within the deduplication window and raises a new alert after it', () => {
    const [before] = detect(newcomers('150.00', '180.00', '120.00'));
    expect(detect(newcomers('150.00', '180.00', '120.00', '75.00'))).toMatchObject([
      { triggerEntryId: before?.triggerEntryId, amount: '525.00' },
    ]);
    const later = newcomers('150.00', '180.00', '120.00');
    for (const company of ['X', 'Y', 'Z']) later.debit('200.00').from(company).on('2026-03-24');
    expect(detect(later).map(({ triggerDay }) => triggerDay)).toEqual(['2026-03-09', '2026-03-24']);
  });

  test('the new companies rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = newcomers('150.00', '180.00', '120.00').debit('200.00').from('OTHER').on('2026-03-09');
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(detect(history)).toEqual(findings);
    const imported = newCompanies.detect(importedInReverseOrder(history.entries()), aContext({ known: KNOWN }));
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the new companies rule raises no alert during the ledger warm-up', () => {
    const history = newcomers('150.00', '180.00', '120.00');
    expect(detect(history, aContext({ ledgerFirstDay: '2026-01-24' }))).toEqual([]);
    expect(detect(history, aContext({ ledgerFirstDay: '2026-01-23' }))).toHaveLength(1);
  });

  test('the new companies rule scales company count and total with the sensitivity, but not the stable period', () => {
    const low = aContext({ policy: { ...defaultPolicy(), sensitivity: 'low' } });
    const high = aContext({ policy: { ...defaultPolicy(), sensitivity: 'high' } });
    expect(detect(newcomers('900.00', '900.00', '900.00'), low)).toEqual([]);
    expect(detect(newcomers('200.00', '200.00', '200.00', '10.00'), low)).toHaveLength(1);
    expect(detect(newcomers('120.00', '120.00', '120.00'), high)).toHaveLength(1);
    expect(detect(newcomers('120.00', '120.00', '119.99'), high)).toEqual([]);
    expect(detect(withNewOnesBefore(4), high)).toEqual([]);
  });

  test('in random histories, import order and later entries do not change the triggers of the new companies rule', () => {
    const context = aContext({ ledgerFirstDay: '2024-06-02' });
    expect(expectRuleInvariants(newCompanies, { histories: suspiciousDebitHistories, context })).toBeGreaterThan(2);
  });
});

/** The given number of new companies, one about every two weeks starting in December, then three more in March. */
function withNewOnesBefore(number: number): HistoryBuilder {
  const history = newcomers('150.00', '180.00', '120.00');
  const dates = ['2025-12-10', '2025-12-22', '2026-01-05', '2026-01-19', '2026-02-02'];
  for (const day of dates.slice(0, number)) history.debit('30.00').from(`EARLIER ${day}`).on(day);
  return history;
}
