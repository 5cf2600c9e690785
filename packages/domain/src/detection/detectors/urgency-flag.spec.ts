import * as fc from 'fast-check';
import type { Finding } from '../detector.ts';
import { prepareMember } from '../member-history.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { randomHistories } from '../testing/random-histories.ts';
import { importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { urgencyFlag } from './urgency-flag.ts';

function debitThatSays(addenda: string, amount = '1900.00'): HistoryBuilder {
  return aHistory()
    .ordinaryLifeUntil('2026-03-10')
    .debit(amount)
    .from('NOVA TRADE')
    .ofClass('CCD')
    .described('PAYMENT')
    .withAddenda(addenda)
    .on('2026-03-12');
}

function detect(history: HistoryBuilder): Finding[] {
  return urgencyFlag.detect(history.build(), aContext());
}

describe('urgency flag', () => {
  test('the urgency flag rule raises a medium-risk alert on an entry with one urgent phrase', () => {
    const history = debitThatSays('Final notice - account 7731');
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      activityType: 'urgency_flag',
      category: 'Business Email Compromise',
      riskLevel: 'medium',
      amount: '1900.00',
      percentageChange: null,
      triggerDay: '2026-03-12',
      triggerEntryId: history.entries().at(-1)?.id,
      coolDays: 14,
      description:
        'Debit of $1,900.00 to NOVA TRADE on 2026-03-12 contains "FINAL NOTICE". Possible pressure to ' +
        'pay, or to send money to a different account.',
    });
  });

  test('urgency flag evidence shows the words, names, SEC code and prevention conditions', () => {
    const evidence = detect(debitThatSays('FINAL NOTICE').receivedBy('Robin Q Example'))[0]?.evidence;
    expect(evidence?.facts).toEqual([
      { label: 'Wording', value: 'FINAL NOTICE', unit: 'text' },
      { label: 'Receiver name on the entry', value: 'Robin Q Example', unit: 'text' },
      { label: 'Names on the account before', value: 'Robin Example', unit: 'text' },
      { label: 'SEC code', value: 'CCD', unit: 'text' },
      { label: 'Entry description', value: 'PAYMENT', unit: 'text' },
      { label: 'Addenda', value: 'FINAL NOTICE', unit: 'text' },
    ]);
    expect(evidence?.figures.map(({ value, comparison, threshold }) => [value, comparison, threshold])).toEqual([
      ['1900.00', '>=', '1000.00'],
      ['1', '>=', '1'],
    ]);
    expect(evidence?.baseline).toBeNull();
    expect(evidence?.wouldBeSilent).toEqual([
      'An amount below $1,000.00.',
      'No urgent words ("FINAL NOTICE").',
      'Urgent words that are part of the company name.',
    ]);
  });

  test('an urgency flag alert names the sender of a credit and treats a name seen the day before as known', () => {
    const history = aHistory().credit('20.00').receivedBy('Robin Q Example').on('2026-03-11', '2026-03-12');
    const [finding] = detect(
      history.credit('1900.00').from('NOVA TRADE').receivedBy('Kim Stranger').on('2026-03-12').withAddenda('ASAP'),
    );
    expect(finding?.description).toMatch(/^Credit of \$1,900.00 from NOVA TRADE on 2026-03-12 contains "ASAP"/);
    expect(finding?.evidence.facts[2]).toMatchObject({ value: 'Robin Q Example' });
  });

  test('the urgency flag rule raises no alert when any stated prevention condition is met', () => {
    expect(detect(debitThatSays('FINAL NOTICE', '999.99'))).toEqual([]);
    expect(detect(debitThatSays('FINAL NOTICE', '1000.00'))).toHaveLength(1);
    expect(detect(debitThatSays('ACCOUNT 7731'))).toEqual([]);
    expect(detect(debitThatSays('FINAL NOTICE').from('Final-Notice Press LLC'))).toEqual([]);
  });

  test('an urgency flag alert is high risk with two phrases or at $5,000', () => {
    const [finding] = detect(debitThatSays('FINAL NOTICE OVERDUE'));
    expect(finding?.riskLevel).toBe('high');
    expect(finding?.evidence.figures.at(-1)).toMatchObject({ value: '2', threshold: '2' });
    expect(detect(debitThatSays('OVERDUE, OVERDUE'))[0]?.riskLevel).toBe('medium');
    expect(detect(debitThatSays('OVERDUE', '4999.99'))[0]?.riskLevel).toBe('medium');
    const [large] = detect(debitThatSays('OVERDUE', '5000.00'));
    expect(large?.riskLevel).toBe('high');
    expect(large?.evidence.figures.at(-1)).toMatchObject({ value: '5000.00', threshold: '5000.00' });
  });

  test.each([
    'URGENT',
    'pls send asap',
    'pay immediately',
    'IMMEDIATE PAYMENT',
    'TIME-SENSITIVE',
    'EXPEDITE',
    'do not delay',
    'PAY TODAY',
    'FINAL NOTI',
    'OVERDUE BALANCE',
    'CONFIDENTIAL',
    'PER CEO',
    'for the cfo',
    'NEW BANK DETAILS',
    'NEW_BANK_DETAILS',
    'per_ceo_request',
    'CHANGE OF ACCOUNT',
    'UPDATED REMIT ADDRESS',
    'GIFT CARDS',
  ])(
    'the urgency flag rule recognizes "%s" as urgent in the addenda and description, including on credits',
    (words) => {
      expect(detect(debitThatSays(words))).toHaveLength(1);
      expect(detect(debitThatSays('7731').described(words))).toHaveLength(1);
      const credit = aHistory().credit('1010.00').from('NOVA TRADE').on('2026-03-12').withAddenda(words);
      expect(detect(credit)).toHaveLength(1);
    },
  );

  test.each([
    'URGENT CARE VISIT',
    'IMMEDIATE CARE',
    'IMMEDIATE ANNUITY PREMIUM',
    'RUSH MEDICAL',
    'EXPRESS SCRIPTS',
    'PRIORITY HEALTH',
    'PRIORITY MAIL, EXPRESS, RUSH ORDER',
    'NEW ACCOUNT FUNDING',
    'NEW ACCESSORIES',
    'RENEW BANKNOTE ORDER',
    'INSURGENT RECORDS',
    'CEOS RESTAURANT',
    'UNEXPEDITED',
    'INVOICE 48213',
  ])('the urgency flag rule does not treat "%s" as urgent', (words) => {
    expect(detect(debitThatSays(words))).toEqual([]);
  });

  test('the urgency flag rule ignores phrases that are part of the company name, but not those that share only one word', () => {
    expect(detect(debitThatSays('URGENT TREE REMOVAL').from('URGENT TREE REMOVAL'))).toEqual([]);
    expect(detect(debitThatSays('VISIT URGENT').from('URGENT CARE PTNR'))).toEqual([]);
    expect(detect(debitThatSays('UPDATED BANK LETTER').from('FIRST BANK'))).toHaveLength(1);
    expect(detect(debitThatSays('URGENT PAY TODAY').from('URGENT TREE REMOVAL'))[0]?.description).toContain(
      'contains "PAY TODAY".',
    );
  });

  test('the urgency flag rule ignores confidential pay and expedited refunds, but not new bank details in them', () => {
    const pay = (addenda: string, description = 'PAYROLL'): HistoryBuilder =>
      aHistory()
        .credit('2400.00')
        .from('RIVERTON SCHOOLS')
        .described(description)
        .withAddenda(addenda)
        .on('2026-03-12');
    expect(detect(pay('CONFIDENTIAL PAY ADVICE'))).toEqual([]);
    expect(detect(pay('EXPEDITED', 'TAX REF'))).toEqual([]);
    expect(detect(pay('CONFIDENTIAL', 'INVOICE'))).toHaveLength(1);
    expect(detect(pay('UPDATED BANK ACCOUNT'))).toHaveLength(1);
  });

  test.each([
    ['a pressing entry that was sent back', debitThatSays('URGENT R10').withCode('26')],
    ['a row without a date', debitThatSays('FINAL NOTICE').withoutDate()],
    ['an overdue library book', debitThatSays('OVERDUE BALANCE', '85.00')],
    ['an urgent-care clinic', debitThatSays('URGENT CARE').from('URGENT CARE PTNR')],
    ['ordinary activity', aHistory().ordinaryLifeUntil('2026-03-10')],
  ])('the urgency flag rule raises no alert for %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the urgency flag rule combines urgent entries within 14 days into one alert on the first entry', () => {
    const history = debitThatSays('FINAL NOTICE').on('2026-03-12', '2026-03-26');
    const [finding, ...others] = detect(history);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ triggerDay: '2026-03-12', amount: '3800.00' });
    expect(finding?.description).toContain('2 such entries through 2026-03-26 total $3,800.00.');
    expect(detect(debitThatSays('FINAL NOTICE').on('2026-03-12', '2026-03-27'))).toHaveLength(2);
  });

  test('the urgency flag rule raises alerts during the ledger warm-up because words need no baseline', () => {
    const member = debitThatSays('FINAL NOTICE').build();
    expect(urgencyFlag.detect(member, aContext({ ledgerFirstDay: '2026-03-01' }))).toHaveLength(1);
  });

  test('the text of an urgency flag alert accuses no one', () => {
    expect(JSON.stringify(detect(debitThatSays('FINAL NOTICE')))).not.toMatch(/fraud|criminal|scam|guilty/i);
  });

  test('the urgency flag rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = debitThatSays('FINAL NOTICE').on('2026-03-12', '2026-03-12').withAddenda('PAY TODAY');
    const findings = detect(history);
    expect(detect(history)).toEqual(findings);
    const imported = urgencyFlag.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the urgency flag rule requires $1,250 at low sensitivity and $800 at high sensitivity', () => {
    const found = (amount: string, sensitivity: 'low' | 'high'): number =>
      urgencyFlag.detect(
        debitThatSays('URGENT', amount).build(),
        aContext({ policy: { ...defaultPolicy(), sensitivity } }),
      ).length;
    expect([found('1249.99', 'low'), found('1250.00', 'low')]).toEqual([0, 1]);
    expect([found('799.99', 'high'), found('800.00', 'high')]).toEqual([0, 1]);
  });

  test('in random histories, the urgency flag rule finds exactly the urgent entries at or above the minimum', () => {
    fc.assert(
      fc.property(randomHistories, fc.constantFrom(2, 3, 7), (entries, nth) => {
        const described = entries.map((entry, index) =>
          index % nth === 0 ? { ...entry, addenda: 'PAY TODAY' } : entry,
        );
        const history = prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries: described });
        const found = urgencyFlag.detect(history, aContext()).flatMap((finding) => finding.entries);
        const pressing = described.filter(({ addenda, amountCents }) => addenda !== null && amountCents >= 100_000);
        expect(found.map(({ id }) => Number(id)).toSorted((one, other) => one - other)).toEqual(
          pressing.map(({ id }) => Number(id)),
        );
      }),
      { numRuns: 60 },
    );
  });
});
