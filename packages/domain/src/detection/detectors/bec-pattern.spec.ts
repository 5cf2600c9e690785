import * as fc from 'fast-check';
import type { Entry } from '../detection-entry.ts';
import { prepareMember } from '../member-history.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory } from '../testing/history-builder.ts';
import {
  detectBec,
  lookAlikePaymentHistory,
  PAYMENT_DAY,
  redirectedPayHistory,
  sendByWallet,
  vendorPaymentHistory,
} from '../testing/pattern-fixtures.ts';
import { randomHistories } from '../testing/random-histories.ts';
import { importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { becPattern } from './bec-pattern.ts';

describe('business email compromise', () => {
  test('a payment that becomes suspicious later joins the earlier BEC alert without moving its trigger', () => {
    const early = vendorPaymentHistory();
    const both = sendByWallet(
      early
        .credit('6000.00')
        .from('OTHER VENDOR')
        .ofClass('CTX')
        .described('INVOICE')
        .receivedBy('Kim Stranger')
        .on('2026-03-13'),
      '3500.00',
      '2026-03-14',
    );
    const entries = both.entries();
    const known = entries.filter(({ day }) => (day ?? '') <= '2026-03-13');
    const of = (some: readonly Entry[]) =>
      becPattern.detect(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries: some }), aContext());
    expect(of(known)).toMatchObject([{ triggerDay: '2026-03-13', amount: '6000.00' }]);
    expect(of(entries)).toMatchObject([{ triggerDay: '2026-03-13', amount: '13000.00' }]);
    expect(of(entries)[0]?.entries.map(({ day }) => day)).toEqual([PAYMENT_DAY, '2026-03-13', '2026-03-14']);
  });

  test('a BEC alert takes the risk of the riskiest payment and shows its figures alongside those of the first', () => {
    const [finding] = detectBec(
      redirectedPayHistory()
        .credit('9000.00')
        .from('OTHER VENDOR')
        .ofClass('CTX')
        .described('INVOICE')
        .receivedBy('Lee Other')
        .on('2026-03-20'),
    );
    expect(finding).toMatchObject({ riskLevel: 'high', triggerDay: PAYMENT_DAY, amount: '11000.00' });
    expect(finding?.description).toContain(
      'Possible payroll redirection. This alert covers 2 such payments totaling $11,000.00',
    );
    expect(finding?.evidence.figures.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Age of the account 730',
      'Vendor payment 9000.00',
      'Age of the account 738',
    ]);
  });

  test('a BEC alert counts a payment with two indicators once', () => {
    const findings = detectBec(lookAlikePaymentHistory('7000.00').receivedBy('Kim Stranger'));
    expect(findings).toMatchObject([{ amount: '7000.00' }]);
    expect(findings[0]?.description).toContain('a vendor payment from a company new to this account');
  });

  test('the text of a BEC alert accuses no one', () => {
    const histories = [
      vendorPaymentHistory().receivedBy('Kim Stranger'),
      redirectedPayHistory(),
      lookAlikePaymentHistory(),
    ];
    expect(
      JSON.stringify(histories.map((history) => detectBec(history).map(({ description }) => description))),
    ).not.toMatch(/fraud|criminal|scam|guilty|stolen/i);
  });

  test('the BEC rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = sendByWallet(redirectedPayHistory(vendorPaymentHistory().receivedBy('Lee Other')), '3600.00');
    const findings = detectBec(history);
    expect(findings).toHaveLength(1);
    expect(detectBec(history)).toEqual(findings);
    const imported = becPattern.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the BEC rule raises no alert during the ledger warm-up', () => {
    for (const history of [
      vendorPaymentHistory().receivedBy('Kim Stranger'),
      redirectedPayHistory(),
      lookAlikePaymentHistory(),
    ]) {
      expect(detectBec(history, aContext({ ledgerFirstDay: '2026-01-27' }))).toEqual([]);
      expect(detectBec(history, aContext({ ledgerFirstDay: '2026-01-26' }))).toHaveLength(1);
    }
  });

  test('the BEC rule scales amounts with the sensitivity and lowers the minimum account age at high sensitivity', () => {
    const under = (sensitivity: 'low' | 'high') => aContext({ policy: { ...defaultPolicy(), sensitivity } });
    const vendor = (amount: string) => vendorPaymentHistory(amount).receivedBy('Kim Stranger');
    expect([
      detectBec(vendor('6249.99'), under('low')).length,
      detectBec(vendor('6250.00'), under('low')).length,
    ]).toEqual([0, 1]);
    expect([
      detectBec(vendor('3999.99'), under('high')).length,
      detectBec(vendor('4000.00'), under('high')).length,
    ]).toEqual([0, 1]);
    const young = (day: string) => redirectedPayHistory(aHistory().debit('10.00').on(day));
    expect([
      detectBec(young('2026-02-11'), under('high')).length,
      detectBec(young('2026-02-10'), under('high')).length,
    ]).toEqual([0, 1]);
  });

  test('the BEC rule keeps its triggers in any import order and after later entries in random histories', () => {
    const parameters = { bec_pattern: { vendorMinimum: 500, vendorHistoryDays: 0, nameDays: 0 } };
    const context = aContext({ policy: { ...defaultPolicy(), parameters } });
    const vendorLives = randomHistories.map((entries) =>
      entries.map((entry, index) => ({
        ...entry,
        class: 'CCD',
        entryDescription: 'INVOICE',
        company: `${entry.company} ${String.fromCodePoint(65 + (index % 20))}`,
        companyKey: `${entry.companyKey} ${String.fromCodePoint(65 + (index % 20))}`,
        receiverName: index % 5 === 0 ? `Kim Stranger${index}` : entry.receiverName,
      })),
    );
    let found = 0;
    fc.assert(
      fc.property(vendorLives, fc.integer({ min: 20, max: 70 }), (entries, known) => {
        const byDay = entries.toSorted((one, other) => (one.epochDay ?? 0) - (other.epochDay ?? 0));
        const lastDay = byDay[known]?.epochDay ?? Infinity;
        const of = (some: readonly Entry[]) =>
          becPattern.detect(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries: some }), context);
        const all = of(entries);
        found += all.length;
        const triggers = all.map(({ triggerEntryId }) => triggerEntryId);
        for (const { triggerEntryId } of of(byDay.filter(({ epochDay }) => (epochDay ?? 0) <= lastDay)))
          expect(triggers).toContain(triggerEntryId);
        expect(withoutIds(becPattern.detect(importedInReverseOrder(entries), context))).toEqual(withoutIds(all));
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(20);
  });
});
