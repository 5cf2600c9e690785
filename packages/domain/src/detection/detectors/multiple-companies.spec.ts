import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { suspiciousDebitHistories } from '../testing/random-histories.ts';
import { expectRuleInvariants, importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { multipleCompanies } from './multiple-companies.ts';

const KNOWN = ['CITY WATER', 'PRAIRIE POWER', 'CLEARFIBER', 'SHIELD MUTUAL', 'MIDLAND GAS', 'BEACON CARD'];

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** The given number of companies each debit $7.50, rotating among March 2, 4 and 7. */
function crowd(size: number, { secCode = 'WEB', telephone = 0 } = {}): HistoryBuilder {
  return crowdOn(ordinaryLife(), size, { secCode, telephone });
}

function crowdOn(history: HistoryBuilder, size: number, { secCode = 'WEB', telephone = 0 } = {}): HistoryBuilder {
  for (let k = 0; k < size; k += 1) {
    history
      .debit('7.50')
      .from(`CALLER ${k}`)
      .ofClass(k < telephone ? 'TEL' : secCode)
      .on(['2026-03-02', '2026-03-04', '2026-03-07'][k % 3] ?? '');
  }
  return history;
}

function detect(history: HistoryBuilder, context = aContext({ known: KNOWN })): Finding[] {
  return multipleCompanies.detect(history.build(), context);
}

describe('multiple companies', () => {
  test('the multiple companies rule raises one medium-risk alert on the debit of the fifth new company within six days', () => {
    expect(detect(crowd(5))).toMatchObject([
      {
        activityType: 'multiple_companies',
        category: 'Unauthorized ACH',
        riskLevel: 'medium',
        amount: '37.50',
        percentageChange: null,
        triggerDay: '2026-03-07',
        description:
          '5 debits by 5 companies that are new to this account (CALLER 0, CALLER 3, CALLER 1 and 2 more) ' +
          'totaled $37.50 from 2026-03-02 to 2026-03-07. Possible use of a stolen account number by ' +
          'several companies.',
      },
    ]);
    expect(detect(crowd(5))[0]?.evidence.entries.at(-1)).toMatchObject({ company: 'CALLER 2' });
  });

  test('multiple companies evidence shows the figures, the deadline of the oldest debit, return codes and SEC codes', () => {
    const history = crowd(5, { telephone: 2 })
      .debit('7.50')
      .from('CALLER 0')
      .withCode('26')
      .withAddenda('R10 NOT AUTHORIZED')
      .on('2026-03-09');
    const evidence = detect(history)[0]?.evidence;
    expect(evidence?.figures.map((figure) => `${figure.value} ${figure.comparison} ${figure.threshold}`)).toEqual([
      '5 >= 5',
    ]);
    expect(evidence?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Return code: R10: Originator unknown or not authorized by the receiver',
      'Regulation E deadline for the oldest debit (60 days after settlement): 2026-05-01',
      'Debits with SEC code WEB: 3',
      'Debits with SEC code TEL: 2',
    ]);
  });

  test('multiple companies evidence shows returns of the companies’ debits from the first debit to the return deadline', () => {
    const codes = (day: string, company = 'CALLER 0') =>
      detect(
        crowd(5).debit('7.50').from(company).withCode('26').withAddenda('R10 NOT AUTHORIZED').on(day),
      )[0]?.evidence.facts.filter(({ label }) => label === 'Return code').length;
    expect(['2026-03-01', '2026-03-02', '2026-05-01', '2026-05-02'].map((day) => codes(day))).toEqual([0, 1, 1, 0]);
    expect(codes('2026-03-09', 'CITY WATER')).toBe(0);
  });

  test('multiple companies evidence omits unused SEC codes and shows no deadline for corporate debits', () => {
    const labels = detect(crowd(5, { secCode: 'CCD' }))[0]?.evidence.facts.map(({ label }) => label);
    expect(labels).toEqual([]);
    const mixed = crowd(5, { secCode: 'CCD' }).debit('7.50').from('CALLER 9').ofClass('WEB').on('2026-03-04');
    expect(detect(mixed)[0]?.evidence.facts).toMatchObject([{ value: '2026-05-03' }, { value: '1' }]);
  });

  test('the multiple companies rule raises no alert when any stated prevention condition is met', () => {
    expect(detect(crowd(5))[0]?.evidence.wouldBeSilent).toEqual([
      'Only 4 new companies within 6 days instead of 5.',
      'Companies that the account first paid more than 10 days earlier, or that many members use.',
      'An account less than 60 days old.',
    ]);
    expect(detect(crowd(4))).toEqual([]);
    expect(detect(crowd(5).debit('5.00').from('CALLER 4').on('2026-02-20'))).toEqual([]);
    expect(detect(crowd(5), aContext({ known: [...KNOWN, 'CALLER 4'] }))).toEqual([]);
  });

  test('a multiple companies alert is high risk with eight companies', () => {
    expect(detect(crowd(7))[0]?.riskLevel).toBe('medium');
    const [finding] = detect(crowd(8));
    expect(finding?.riskLevel).toBe('high');
    expect(finding?.evidence.figures.map(({ value, threshold }) => `${value} ${threshold}`)).toEqual(['5 5', '8 8']);
  });

  test('a multiple companies alert is high risk when more than three fifths of the debits are telephone debits', () => {
    expect(detect(crowd(5, { telephone: 3 }))[0]?.riskLevel).toBe('medium');
    const [finding] = detect(crowd(5, { telephone: 4 }));
    expect(finding).toMatchObject({ riskLevel: 'high' });
    expect(finding?.description).toContain('4 of them authorized by telephone');
    expect(finding?.evidence.figures.at(-1)).toMatchObject({ value: '4', threshold: '4' });
  });

  test.each([
    ['five debits by four companies', crowd(4).debit('7.50').from('CALLER 0').on('2026-03-05')],
    ['seven days', crowd(4).debit('7.50').from('CALLER 9').on('2026-03-08')],
    ['an account of 59 days', crowdOn(aHistory().debit('20.00').from('CITY WATER').on('2026-01-07'), 5)],
  ])('the multiple companies rule raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test.each([
    ['pay and bills', ordinaryLife()],
    [
      'the first bill day, of billers that many members have',
      KNOWN.reduce((life, biller) => life.debit('140.00').from(biller).on('2026-03-03'), ordinaryLife()),
    ],
    [
      'a bill day of established billers that no other member uses',
      Array.from({ length: 6 }).reduce<HistoryBuilder>(
        (life, _none, k) =>
          life.debit('90.00').from(`BILLER ${k}`).on('2024-04-02').again({ times: 23, everyDays: 30 }),
        ordinaryLife(),
      ),
    ],
    [
      'a roommate, a tenant and friends, who pay in',
      Array.from({ length: 6 }).reduce<HistoryBuilder>(
        (life, _none, k) => life.credit('90.00').from(`FRIEND ${k}`).on('2026-03-03'),
        ordinaryLife(),
      ),
    ],
    [
      'debits all sent back and none presented',
      crowd(4).debit('7.50').from('CALLER 9').withCode('26').on('2026-03-05'),
    ],
  ])('the multiple companies rule raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the multiple companies rule adds companies in the deduplication window without moving the trigger', () => {
    const [before] = detect(crowd(5));
    expect(detect(crowd(5).debit('100.00').from('CALLER 9').on('2026-03-07'))).toMatchObject([
      { triggerEntryId: before?.triggerEntryId, amount: '137.50' },
    ]);
    const again = crowd(5);
    for (let k = 10; k < 15; k += 1) again.debit('9.00').from(`CALLER ${k}`).on('2026-03-22');
    expect(detect(again).map(({ triggerDay }) => triggerDay)).toEqual(['2026-03-07', '2026-03-22']);
  });

  test('the multiple companies rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = crowd(7);
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(detect(history)).toEqual(findings);
    const context = aContext({ known: KNOWN });
    const imported = multipleCompanies.detect(importedInReverseOrder(history.entries()), context);
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the multiple companies rule raises no alert during the ledger warm-up', () => {
    expect(detect(crowd(5), aContext({ ledgerFirstDay: '2026-01-22' }))).toEqual([]);
    expect(detect(crowd(5), aContext({ ledgerFirstDay: '2026-01-21' }))).toHaveLength(1);
  });

  test('the multiple companies rule requires seven companies at low sensitivity and four at high sensitivity', () => {
    const low = aContext({ policy: { ...defaultPolicy(), sensitivity: 'low' } });
    const high = aContext({ policy: { ...defaultPolicy(), sensitivity: 'high' } });
    expect([detect(crowd(6), low), detect(crowd(7), low)].map(({ length }) => length)).toEqual([0, 1]);
    expect([detect(crowd(3), high), detect(crowd(4), high)].map(({ length }) => length)).toEqual([0, 1]);
  });

  test('in random histories, import order and later entries do not change the triggers of the multiple companies rule', () => {
    const context = aContext({ ledgerFirstDay: '2024-06-02' });
    expect(expectRuleInvariants(multipleCompanies, { histories: suspiciousDebitHistories, context })).toBeGreaterThan(
      2,
    );
  });
});
