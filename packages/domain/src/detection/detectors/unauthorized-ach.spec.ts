import { epochDay } from '../../calendar/day.ts';
import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { suspiciousDebitHistories } from '../testing/random-histories.ts';
import { expectRuleInvariants, importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { unauthorizedAch, unauthorizedEntries } from './unauthorized-ach.ts';

const SPRAYS = aContext({ known: ['CITY WATER'], sprays: ['AXL SVC', 'BNV SVC'] });

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** A debit and its return two days later. */
function returned(
  code: string,
  {
    amount = '120.00',
    company = 'NOVA TRADE',
    on = ['2026-03-02', '2026-03-04'],
    life = ordinaryLife(),
    secCode = 'PPD',
  } = {},
): HistoryBuilder {
  return life
    .debit(amount)
    .from(company)
    .ofClass(secCode)
    .on(on[0] ?? '')
    .debit(amount)
    .from(company)
    .ofClass(secCode)
    .withCode('26')
    .withAddenda(`${code} SEE OPERATING RULES`)
    .on(on[1] ?? '');
}

function detect(history: HistoryBuilder, context = aContext()): Finding[] {
  return unauthorizedAch.detect(history.build(), context);
}

function facts(finding: Finding | undefined): string[] {
  return finding?.evidence.facts.map(({ label, value }) => `${label}: ${value}`) ?? [];
}

describe('unauthorized ACH returns', () => {
  test('the unauthorized ACH rule raises one medium-risk alert on an unauthorized return', () => {
    const history = returned('R10');
    expect(detect(history)).toMatchObject([
      {
        activityType: 'unauthorized_ach',
        category: 'Unauthorized ACH',
        riskLevel: 'medium',
        amount: '120.00',
        percentageChange: null,
        triggerDay: '2026-03-04',
        triggerEntryId: history.entries().at(-1)?.id,
        description:
          'A debit of $120.00 by NOVA TRADE was returned as unauthorized (R10) on 2026-03-04. Possible ' +
          'unauthorized debits.',
      },
    ]);
  });

  test('unauthorized ACH evidence shows the debit, its return, the code and the dispute deadline', () => {
    const [finding] = detect(returned('R10'));
    expect(finding?.evidence.entries.map(({ day, amount, part }) => `${day} ${amount} ${part}`)).toEqual([
      '2026-03-02 120.00 Returned debit',
      '2026-03-04 120.00 Return R10',
    ]);
    expect(
      finding?.evidence.figures.map(({ value, comparison, threshold }) => `${value} ${comparison} ${threshold}`),
    ).toEqual(['1 >= 1']);
    expect(facts(finding)).toEqual([
      'Return code: R10: Originator unknown or not authorized by the receiver',
      'Regulation E deadline for the oldest debit (60 days after settlement): 2026-05-01',
    ]);
  });

  test.each(['R05', 'R07', 'R10', 'R11', 'R29', 'R51'])(
    'the unauthorized ACH rule recognizes %s as an unauthorized return',
    (code) => {
      expect(detect(returned(code))).toHaveLength(1);
    },
  );

  test.each(['R01', 'R02', 'R03', 'R04', 'R08', 'R09', 'R16', 'R23'])(
    'the unauthorized ACH rule does not treat %s as an unauthorized return',
    (code) => {
      expect(detect(returned(code))).toEqual([]);
    },
  );

  test('the unauthorized ACH rule raises no alert when any stated prevention condition is met', () => {
    expect(detect(returned('R10'))[0]?.evidence.wouldBeSilent).toEqual([
      'Returns for other reasons, such as insufficient funds (R01) or a stop payment (R08).',
    ]);
    expect(detect(returned('R01', { life: returned('R08') }))).toEqual([]);
  });

  test('an unauthorized ACH alert is high risk at two returns or $500', () => {
    const two = returned('R07', {
      life: returned('R10'),
      company: 'OPAL MEDIA',
      on: ['2026-03-03', '2026-03-09'],
    });
    expect(detect(two)).toMatchObject([
      {
        riskLevel: 'high',
        amount: '240.00',
        triggerDay: '2026-03-04',
        description:
          '2 debits by NOVA TRADE, OPAL MEDIA totaling $240.00 were returned as unauthorized (R10, R07) ' +
          'from 2026-03-04 to 2026-03-09. Possible unauthorized debits.',
      },
    ]);
    expect(detect(returned('R10', { amount: '500.00' }))[0]?.riskLevel).toBe('high');
    expect(detect(returned('R10', { amount: '499.99' }))[0]?.riskLevel).toBe('medium');
  });

  test('unauthorized ACH evidence shows no Regulation E deadline for a corporate debit', () => {
    expect(facts(detect(returned('R29', { secCode: 'CCD' }))[0])).toEqual([
      'Return code: R29: Corporate customer advises not authorized',
    ]);
  });

  test('unauthorized ACH evidence shows the deadline for a corporate SEC code on a consumer account (R05)', () => {
    expect(facts(detect(returned('R05', { secCode: 'CCD' }))[0])).toContain(
      'Regulation E deadline for the oldest debit (60 days after settlement): 2026-05-01',
    );
  });

  test('unauthorized ACH evidence shows only the return when the ledger does not contain its debit', () => {
    const history = ordinaryLife().debit('88.00').from('X').withCode('26').withAddenda('R07').on('2026-03-04');
    expect(detect(history)[0]?.evidence.entries).toHaveLength(1);
    expect(facts(detect(history)[0])).toEqual(['Return code: R07: Authorization revoked by the customer']);
  });

  test('the unauthorized ACH rule matches each return to a different debit of the same amount', () => {
    const history = returned('R10', { life: returned('R10'), on: ['2026-03-02', '2026-03-05'] });
    expect(detect(history)[0]?.evidence.entries.map(({ part }) => part)).toEqual([
      'Returned debit',
      'Returned debit',
      'Return R10',
      'Return R10',
    ]);
    expect(detect(history)[0]?.amount).toBe('240.00');
  });

  test('the unauthorized ACH rule matches a return to an unreturned debit of the same amount within ten weeks', () => {
    const parts = (history: HistoryBuilder): (string | null)[] =>
      detect(history).flatMap(({ evidence }) => evidence.entries.map(({ day, part }) => `${day} ${part}`));
    const others = returned('R10').debit('50.00').from('NOVA TRADE').on('2026-03-03');
    expect(parts(others)).toEqual(['2026-03-02 Returned debit', '2026-03-04 Return R10']);
    const refused = ordinaryLife().debit('120.00').from('NOVA TRADE').on('2026-03-02');
    refused.debit('120.00').from('NOVA TRADE').withCode('26').withAddenda('R01').on('2026-03-03');
    refused.debit('120.00').from('NOVA TRADE').withCode('26').withAddenda('R10').on('2026-03-06');
    expect(parts(refused)).toEqual(['2026-03-02 Returned debit', '2026-03-06 Return R10']);
    expect(parts(returned('R10', { on: ['2026-01-02', '2026-03-12'] }))).toHaveLength(2);
    expect(parts(returned('R10', { on: ['2026-01-02', '2026-03-14'] }))).toEqual(['2026-03-14 Return R10']);
  });

  test('the unauthorized ACH rule raises no alert for a return without a date', () => {
    expect(detect(aHistory().debit('88.00').withCode('26').withAddenda('R10').withoutDate())).toEqual([]);
  });

  test('the unauthorized ACH rule counts a return during the ledger warm-up because it needs no baseline', () => {
    expect(detect(returned('R10'), aContext({ ledgerFirstDay: '2026-03-01' }))).toHaveLength(1);
  });

  test('after the deduplication window, the unauthorized ACH rule raises a new alert with the total for the last 60 days', () => {
    const history = returned('R10', { life: returned('R10'), on: ['2026-04-17', '2026-04-19'] });
    const later = returned('R10', {
      life: returned('R10'),
      amount: '60.00',
      on: ['2026-04-17', '2026-04-18'],
    });
    expect(detect(later).map(({ triggerDay }) => triggerDay)).toEqual(['2026-03-04']);
    expect(detect(history).map(({ triggerDay, amount }) => `${triggerDay} ${amount}`)).toEqual([
      '2026-03-04 120.00',
      '2026-04-19 240.00',
    ]);
  });

  test('the unauthorized ACH rule raises the alert on the second return if the policy requires two', () => {
    const parameters = { unauthorized_ach: { minimumReturns: 2 } };
    const context = aContext({ policy: { ...defaultPolicy(), parameters } });
    expect(detect(returned('R10'), context)).toEqual([]);
    const [finding] = detect(returned('R10', { life: returned('R10'), on: ['2026-03-05', '2026-03-09'] }), context);
    expect(finding).toMatchObject({ triggerDay: '2026-03-09', amount: '240.00' });
    expect(finding?.evidence.wouldBeSilent[0]).toBe('Only 1 such return within 60 days.');
  });
});

describe('debit spray', () => {
  function sprayed(history = ordinaryLife()): HistoryBuilder {
    return history.debit('45.00').from('AXL SVC').on('2026-03-02');
  }

  test('the unauthorized ACH rule raises one high-risk alert on a debit by a spraying company', () => {
    const history = sprayed();
    expect(detect(history, SPRAYS)).toMatchObject([
      {
        riskLevel: 'high',
        amount: '45.00',
        triggerDay: '2026-03-02',
        triggerEntryId: history.entries().at(-1)?.id,
        description:
          'AXL SVC, first seen at this institution on 2022-01-03, debited 8 accounts within 3 days of ' +
          'that date. The debits to this account totaled $45.00 on 2026-03-02. Possible unauthorized debits.',
      },
    ]);
    const evidence = detect(history, SPRAYS)[0]?.evidence;
    expect(evidence?.figures.map(({ value, comparison, threshold }) => `${value} ${comparison} ${threshold}`)).toEqual([
      '8 >= 5',
      '100.0 >= 80',
    ]);
    expect(evidence?.entries.map(({ part }) => part)).toEqual(['Debit by a new company']);
    expect(evidence?.wouldBeSilent).toEqual([
      "Fewer than 5 accounts debited within 3 days of the company's first appearance.",
      'Accounts debited in those days that make up less than 80% of all accounts that the company debits.',
    ]);
    expect(facts(detect(history, SPRAYS)[0])).toEqual([
      'Regulation E deadline for the oldest debit (60 days after settlement): 2026-05-01',
      'Accounts that AXL SVC has debited: 8',
    ]);
    expect(detect(history, aContext())).toEqual([]);
  });

  test('an account has a single debit spray alert while the spray continues', () => {
    const history = sprayed().again({ times: 4, everyDays: 30 });
    expect(detect(history, SPRAYS)).toMatchObject([{ amount: '90.00', triggerDay: '2026-03-02' }]);
  });

  test('the unauthorized ACH rule raises a new alert for a second spray after the deduplication window', () => {
    const history = sprayed().debit('39.00').from('BNV SVC').on('2026-04-17');
    expect(detect(history, SPRAYS).map(({ triggerDay }) => triggerDay)).toEqual(['2026-03-02', '2026-04-17']);
  });

  test('a returned debit in a debit spray is counted once', () => {
    const history = returned('R10', { company: 'AXL SVC', amount: '45.00' });
    expect(detect(history, SPRAYS)).toMatchObject([{ amount: '45.00', triggerDay: '2026-03-02', riskLevel: 'high' }]);
    const long = returned('R10', { company: 'AXL SVC', amount: '45.00', on: ['2026-03-02', '2026-04-17'] });
    expect(detect(long, SPRAYS).map(({ triggerDay, amount }) => `${triggerDay} ${amount}`)).toEqual([
      '2026-03-02 45.00',
      '2026-04-17 45.00',
    ]);
    for (const { countedEntries, triggerEntryId } of detect(long, SPRAYS)) {
      expect(countedEntries.map(({ id }) => id)).toEqual([triggerEntryId]);
    }
  });

  test.each([
    ['pay and bills', ordinaryLife()],
    ['a credit of such a company', ordinaryLife().credit('45.00').from('AXL SVC').on('2026-03-02')],
    [
      'a debit returned for insufficient funds before any other',
      ordinaryLife().debit('45.00').from('AXL SVC').withCode('26').withAddenda('R01').on('2026-03-02'),
    ],
  ])('the unauthorized ACH rule raises no debit spray alert for ordinary activity: %s', (_, history) => {
    expect(detect(history, SPRAYS)).toEqual([]);
  });
});

describe('unauthorized ACH rule', () => {
  test('the unauthorized ACH rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = returned('R10').debit('45.00').from('AXL SVC').on('2026-03-04');
    const findings = detect(history, SPRAYS);
    expect(findings).toMatchObject([{ amount: '165.00', triggerDay: '2026-03-04' }]);
    expect(detect(history, SPRAYS)).toEqual(findings);
    const imported = unauthorizedAch.detect(importedInReverseOrder(history.entries()), SPRAYS);
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the sensitivity changes only the risk of an unauthorized ACH alert', () => {
    const low = aContext({ policy: { ...defaultPolicy(), sensitivity: 'low' } });
    expect(detect(returned('R10', { amount: '500.00' }), low)[0]?.riskLevel).toBe('medium');
    expect(detect(returned('R10', { amount: '625.00' }), low)[0]?.riskLevel).toBe('high');
    const high = aContext({ policy: { ...defaultPolicy(), sensitivity: 'high' } });
    expect(detect(returned('R10', { amount: '400.00' }), high)[0]?.riskLevel).toBe('high');
  });

  test('in random histories, import order and later entries do not change the triggers of the unauthorized ACH rule', () => {
    const sprays = ['GRABBER 3 NO 3', 'GRABBER 7 NO 17'];
    const context = aContext({ ledgerFirstDay: '2024-06-02', sprays });
    expect(expectRuleInvariants(unauthorizedAch, { histories: suspiciousDebitHistories, context })).toBeGreaterThan(2);
  });
});

const { companies } = aContext({ sprays: ['SUDDEN'] });

/** Day and kind of each unauthorized entry in a history; null if there are none. */
function unauthorized(history: HistoryBuilder): string[] | null {
  const [account] = history.build().accounts;
  if (account === undefined) return null;
  const found = unauthorizedEntries(account, { codes: new Set(['R10']), companies, sprayDays: 45 });
  return (
    found?.entries.map((prepared) => {
      const day = prepared.entry.epochDay - epochDay('2026-03-02');
      const what = found.returns.has(prepared) ? 'return' : found.sprayed.has(prepared) ? 'sprayed' : 'sent back';
      return `${day} ${what}`;
    }) ?? null
  );
}

const sprayed = () => aHistory().debit('20.00').from('SUDDEN').on('2026-03-02');

describe('unauthorized entries', () => {
  test('unauthorized entries include debits from a spray for 45 days after its first debit on the account', () => {
    expect(unauthorized(sprayed().debit('20.00').from('SUDDEN').on('2026-04-16', '2026-04-17'))).toEqual([
      '0 sprayed',
      '45 sprayed',
    ]);
    expect(unauthorized(aHistory().debit('20.00').from('OTHER').on('2026-03-02'))).toBeNull();
  });

  test('unauthorized entries exclude credits from a spraying company and returns for other reasons', () => {
    expect(unauthorized(aHistory().credit('20.00').from('SUDDEN').on('2026-03-02'))).toBeNull();
    expect(unauthorized(sprayed().credit('20.00').from('SUDDEN').on('2026-03-03'))).toEqual(['0 sprayed']);
    const noFunds = sprayed().debit('20.00').from('SUDDEN').withCode('26').withAddenda('R01').on('2026-03-04');
    expect(unauthorized(noFunds)).toEqual(['0 sprayed']);
    expect(unauthorized(aHistory().debit('20.00').withCode('26').on('2026-03-04'))).toBeNull();
  });

  test('unauthorized entries include unauthorized returns and their debits', () => {
    const history = aHistory().debit('20.00').from('TAKER').on('2026-03-02', '2026-03-03').debit('20.00').from('TAKER');
    expect(unauthorized(history.withCode('26').withAddenda('R10 NOT AUTHORIZED').on('2026-03-05'))).toEqual([
      '1 sent back',
      '3 return',
    ]);
    const late = aHistory().debit('20.00').from('TAKER').on('2026-03-02').debit('20.00').from('TAKER').withCode('26');
    const sentBackOn = (day: string) => unauthorized(late.withAddenda('R10').on(day));
    expect(sentBackOn('2026-05-11')).toEqual(['0 sent back', '70 return']);
    expect(sentBackOn('2026-05-12')).toEqual(['71 return']);
  });
});
