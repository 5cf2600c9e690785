import { detectMember } from './detection-engine.ts';
import type { Entry } from './detection-entry.ts';
import { anchoredAt } from './finding-to-alert.ts';
import { prepareMember } from './member-history.ts';
import { companyTableAsFrozen, type FrozenAlert, type ReplayInput, replayAlert } from './replay-alert.ts';
import { aContext, aFinding } from './testing/detection-context.ts';
import { aHistory } from './testing/history-builder.ts';

/** Two of the member's accounts with entries from NOVA, one of them also with entries from ACME. */
const history = aHistory()
  .account('1')
  .debit('5.00')
  .from('NOVA')
  .on('2026-03-02', '2026-03-03')
  .debit('5.00')
  .from('ACME')
  .account('2')
  .debit('5.00')
  .from('NOVA');

const evidence = {
  ...aFinding('new_companies', history).evidence,
  companies: [{ company: 'Nova, Inc.', firstSeenOnAccount: '2026-03-02', otherAccounts: 3 }],
};
const today = aContext({ known: ['ACME', 'NOVA'], sprays: ['ACME'] }).companies;
const frozen = (familiarity: { isKnown: boolean; isSpray: boolean }) =>
  companyTableAsFrozen(today, { evidence, entries: history.entries() }, familiarity);

describe('company table at the time of an alert', () => {
  test('the company table for a replay counts the users in the evidence plus the member’s own accounts', () => {
    const companies = frozen({ isKnown: false, isSpray: false });
    expect(['NOVA', 'ACME', 'OTHER'].map((key) => companies.accountsUsing(key))).toEqual([5, 40, 1]);
  });

  test('the company table for a replay uses the assumed status for companies in the evidence, otherwise the current one', () => {
    const companies = frozen({ isKnown: false, isSpray: true });
    expect([companies.isKnown('NOVA'), companies.isSpray('NOVA')]).toEqual([false, true]);
    expect([companies.isKnown('ACME'), companies.isSpray('ACME')]).toEqual([true, true]);
    const other = frozen({ isKnown: true, isSpray: false });
    expect([other.isKnown('NOVA'), other.isSpray('NOVA')]).toEqual([true, false]);
    expect([other.isKnown('OTHER'), other.isSpray('OTHER')]).toEqual([false, false]);
  });

  test('the company table for a replay keeps the current first day and arrival span', () => {
    const companies = frozen({ isKnown: false, isSpray: false });
    expect(companies.firstSeen('NOVA')).toBe(today.firstSeen('NOVA'));
    expect(companies.debitsOnArrival('ACME')).toEqual({ accounts: 8, atOnce: 8 });
  });
});

const LAST_DAY = '2026-03-10';

/** Ordinary activity and a burst of debits by unknown companies, each of them in its own import. */
function aBurst(): Entry[] {
  const history = aHistory().ordinaryLifeUntil(LAST_DAY);
  for (const [company, amount] of [
    ['NEBULA TRADE', '910.10'],
    ['ORCHID PAY', '820.20'],
    ['QUARTZ GOODS', '730.30'],
  ] as const)
    history.debit(amount).from(company).on('2026-03-04');
  return history.entries().map((entry, index, all) => ({
    ...entry,
    importId: String(Math.max(1, index - all.length + 5)),
  }));
}

const member = (entries: readonly Entry[]) => prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries });

function raised(entries: readonly Entry[], context = aContext()): FrozenAlert {
  const finding = detectMember(member(entries), context).find(
    ({ activityType }) => activityType === 'new_companies' || activityType === 'account_takeover',
  );
  if (finding === undefined) throw new Error('the burst should be found');
  return { ...finding };
}

const materialOf = (entries: readonly Entry[], change: Partial<ReplayInput> = {}): ReplayInput => ({
  memberKey: 'ROBIN|EXAMPLE',
  entries,
  importsThen: new Set(['1', '2', '3', '4']),
  hasGrown: false,
  ...change,
});

describe('alert replay', () => {
  it('an alert replay gives the same result for the same entries', () => {
    const entries = aBurst();
    expect(replayAlert(raised(entries), materialOf(entries), aContext())).toEqual({
      identical: true,
      differences: [],
      outcome: 'the rule raises the same alert.',
    });
  });

  it('an alert replay ignores later imports', () => {
    const entries = aBurst();
    const later = aHistory().debit('990.00').from('ZEBRA MART').on('2026-03-05').entries();
    const all = [...entries, ...later.map((entry) => ({ ...entry, id: '9999', importId: '9' }))];
    expect(replayAlert(raised(entries), materialOf(all), aContext()).identical).toBe(true);
    const now = materialOf(all, { importsThen: new Set(['1', '2', '3', '4', '9']) });
    // The newest entries would change the result, but the alert was raised before they were imported.
    expect(replayAlert(raised(entries), now, aContext()).identical).toBe(true);
  });

  it('an alert replay uses the stored parameters instead of the current policy', () => {
    const entries = aBurst();
    const alert = raised(entries);
    const strict = {
      ...alert,
      evidence: {
        ...alert.evidence,
        rule: {
          ...alert.evidence.rule,
          parameters: alert.evidence.rule.parameters.map((parameter) => ({
            ...parameter,
            value: parameter.unit === 'USD' ? 900_000 : parameter.value,
          })),
        },
      },
    };
    expect(replayAlert(strict, materialOf(entries), aContext())).toMatchObject({
      identical: false,
      outcome: 'the rule no longer raises this alert.',
    });
  });

  it('an alert replay uses the earlier status of a company that is known today and lists this as a note', () => {
    const entries = aBurst();
    const today = aContext({ known: ['NEBULA TRADE', 'ORCHID PAY', 'QUARTZ GOODS'] });
    const replayed = replayAlert(raised(entries), materialOf(entries), today);
    expect(replayed.identical).toBe(true);
    expect(replayed.differences).toContainEqual({
      what: 'Companies in the pattern',
      was: 'unknown at this institution, did not debit many accounts at once',
      is: 'as in the ledger today',
    });
  });

  it('an alert replay restores entries that an undo moved to another import, and lists them', () => {
    const entries = aBurst();
    const alert = raised(entries);
    const moved = entries.map((entry) => (entry.id === alert.triggerEntryId ? { ...entry, importId: '12' } : entry));
    const replayed = replayAlert(alert, materialOf(moved), aContext());
    expect(replayed.identical).toBe(true);
    expect(replayed.differences).toEqual([
      { what: `Import that contains entry ${alert.triggerEntryId}`, was: '4', is: '12' },
    ]);
  });

  it('an alert replay lists removed entries', () => {
    const entries = aBurst();
    const alert = raised(entries);
    const left = entries.filter(({ id }) => id !== alert.triggerEntryId);
    const replayed = replayAlert(alert, materialOf(left), aContext());
    expect(replayed.identical).toBe(false);
    expect(replayed.differences).toContainEqual({
      what: 'Entries in the pattern that are no longer in the ledger',
      was: alert.triggerEntryId,
      is: null,
    });
  });

  it('an alert replay lists another rule version as a note', () => {
    const entries = aBurst();
    const alert = raised(entries);
    const old = {
      ...alert,
      evidence: { ...alert.evidence, rule: { ...alert.evidence.rule, ruleVersion: 0 } },
    };
    const { identical, differences } = replayAlert(old, materialOf(entries), aContext());
    expect(identical).toBe(true);
    expect(differences).toEqual([{ what: 'Rule version', was: '0', is: expect.any(String) }]);
  });

  it('an alert replay reproduces an alert that starts at a later entry because of an earlier review', () => {
    const entries = aBurst();
    const [finding] = detectMember(member(entries), aContext());
    const later = finding?.entries.find(({ id }) => id !== finding.triggerEntryId);
    if (finding === undefined || later === undefined) throw new Error('the burst has several entries');
    const alert = anchoredAt(finding, later);
    expect(replayAlert(alert, materialOf(entries), aContext())).toMatchObject({ identical: true });
    const elsewhere = { ...alert, triggerEntryId: '1' };
    expect(replayAlert(elsewhere, materialOf(entries), aContext()).identical).toBe(false);
  });

  it('an alert replay treats a larger amount as growth if the alert has grown', () => {
    const entries = aBurst();
    const alert = { ...raised(entries), amountCents: 999_999 };
    expect(replayAlert(alert, materialOf(entries), aContext()).identical).toBe(false);
    expect(replayAlert(alert, materialOf(entries, { hasGrown: true }), aContext())).toMatchObject({
      identical: true,
      differences: [{ what: 'Amount (increased after the alert was raised)' }],
    });
  });

  it('an alert replay reports a missing rule', () => {
    const entries = aBurst();
    const alert = { ...raised(entries), activityType: 'gone_rule' as FrozenAlert['activityType'] };
    expect(replayAlert(alert, materialOf(entries), aContext())).toEqual({
      identical: false,
      differences: [{ what: 'Rule', was: `version ${alert.evidence.rule.ruleVersion}`, is: null }],
      outcome: 'Clearwatch no longer has this rule.',
    });
  });

  it('an alert replay reports differences in an altered alert', () => {
    const entries = aBurst();
    const alert = { ...raised(entries), amountCents: 100, description: 'Nothing.' };
    const { identical, differences, outcome } = replayAlert(alert, materialOf(entries), aContext());
    expect(identical).toBe(false);
    expect(differences.map(({ what }) => what)).toEqual(['Amount', 'Description']);
    expect(outcome).toBe('2 details differ.');
    const one = replayAlert({ ...raised(entries), description: 'Nothing.' }, materialOf(entries), aContext());
    expect(one.outcome).toBe('1 detail differs.');
  });
});
