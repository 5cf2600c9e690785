import { detectMember } from './detection-engine.ts';
import type { Entry } from './detection-entry.ts';
import { anchoredAt } from './finding-to-alert.ts';
import { prepareMember } from './member-history.ts';
import { companyTableAsFrozen, type FrozenAlert, type ReplayInput, replayAlert } from './replay-alert.ts';
import { aContext, aFinding } from './testing/detection-context.ts';
import { aHistory } from './testing/history-builder.ts';

/** Two accounts of the member that have NOVA, one of them ACME as well. */
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

describe('the institution as an alert saw it', () => {
  test('a company of the evidence has as many users as it counts, and those of the member', () => {
    const companies = frozen({ isKnown: false, isSpray: false });
    expect(['NOVA', 'ACME', 'OTHER'].map((key) => companies.accountsUsing(key))).toEqual([5, 40, 1]);
  });

  test('it is what it is taken for, the others are what they are today', () => {
    const companies = frozen({ isKnown: false, isSpray: true });
    expect([companies.isKnown('NOVA'), companies.isSpray('NOVA')]).toEqual([false, true]);
    expect([companies.isKnown('ACME'), companies.isSpray('ACME')]).toEqual([true, true]);
    const other = frozen({ isKnown: true, isSpray: false });
    expect([other.isKnown('NOVA'), other.isSpray('NOVA')]).toEqual([true, false]);
    expect([other.isKnown('OTHER'), other.isSpray('OTHER')]).toEqual([false, false]);
  });

  test('when and how it came is told as today', () => {
    const companies = frozen({ isKnown: false, isSpray: false });
    expect(companies.firstSeen('NOVA')).toBe(today.firstSeen('NOVA'));
    expect(companies.debitsOnArrival('ACME')).toEqual({ accounts: 8, atOnce: 8 });
  });
});

const LAST_DAY = '2026-03-10';

/** A burst of debits by companies nobody knows, on an account with an ordinary life; each in an import of its own. */
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

describe('computing an alert again', () => {
  it('says the same of the same entries', () => {
    const entries = aBurst();
    expect(replayAlert(raised(entries), materialOf(entries), aContext())).toEqual({
      identical: true,
      differences: [],
      outcome: 'the rule raises the same alert.',
    });
  });

  it('leaves out what was imported later', () => {
    const entries = aBurst();
    const later = aHistory().debit('990.00').from('ZEBRA MART').on('2026-03-05').entries();
    const all = [...entries, ...later.map((entry) => ({ ...entry, id: '9999', importId: '9' }))];
    expect(replayAlert(raised(entries), materialOf(all), aContext()).identical).toBe(true);
    const now = materialOf(all, { importsThen: new Set(['1', '2', '3', '4', '9']) });
    // Computed on the newest entries it would differ, but it was raised on those before.
    expect(replayAlert(raised(entries), now, aContext()).identical).toBe(true);
  });

  it('uses the parameters that the alert froze, whatever the policy says by now', () => {
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

  it('takes a company that is known today for what it must have been, and says so', () => {
    const entries = aBurst();
    const today = aContext({ known: ['NEBULA TRADE', 'ORCHID PAY', 'QUARTZ GOODS'] });
    const replayed = replayAlert(raised(entries), materialOf(entries), today);
    expect(replayed.identical).toBe(true);
    expect(replayed.differences).toContainEqual({
      what: 'Companies of the pattern',
      was: 'unknown at this institution, no debit spray',
      is: 'as in the ledger today',
    });
  });

  it('puts entries that an undo gave to another import back, and names them', () => {
    const entries = aBurst();
    const alert = raised(entries);
    const moved = entries.map((entry) =>
      entry.id === alert.triggerEntryId ? { ...entry, importId: '12' } : entry,
    );
    const replayed = replayAlert(alert, materialOf(moved), aContext());
    expect(replayed.identical).toBe(true);
    expect(replayed.differences).toEqual([
      { what: `Import that holds entry ${alert.triggerEntryId}`, was: '4', is: '12' },
    ]);
  });

  it('names entries that are gone', () => {
    const entries = aBurst();
    const alert = raised(entries);
    const left = entries.filter(({ id }) => id !== alert.triggerEntryId);
    const replayed = replayAlert(alert, materialOf(left), aContext());
    expect(replayed.identical).toBe(false);
    expect(replayed.differences).toContainEqual({
      what: 'Entries of the pattern that are no longer in the ledger',
      was: alert.triggerEntryId,
      is: null,
    });
  });

  it('says that the rule has another version', () => {
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

  it('finds an alert again that a review let begin at a later entry', () => {
    const entries = aBurst();
    const [finding] = detectMember(member(entries), aContext());
    const later = finding?.entries.find(({ id }) => id !== finding.triggerEntryId);
    if (finding === undefined || later === undefined) throw new Error('the burst has several entries');
    const alert = anchoredAt(finding, later);
    expect(replayAlert(alert, materialOf(entries), aContext())).toMatchObject({ identical: true });
    const elsewhere = { ...alert, triggerEntryId: '1' };
    expect(replayAlert(elsewhere, materialOf(entries), aContext()).identical).toBe(false);
  });

  it('takes an amount that was raised since for growth where it is said to have grown', () => {
    const entries = aBurst();
    const alert = { ...raised(entries), amountCents: 999_999 };
    expect(replayAlert(alert, materialOf(entries), aContext()).identical).toBe(false);
    expect(replayAlert(alert, materialOf(entries, { hasGrown: true }), aContext())).toMatchObject({
      identical: true,
      differences: [{ what: 'Amount (increased after the alert was raised)' }],
    });
  });

  it('says that there is no such rule', () => {
    const entries = aBurst();
    const alert = { ...raised(entries), activityType: 'gone_rule' as FrozenAlert['activityType'] };
    expect(replayAlert(alert, materialOf(entries), aContext())).toEqual({
      identical: false,
      differences: [{ what: 'Rule', was: `version ${alert.evidence.rule.ruleVersion}`, is: null }],
      outcome: 'Clearwatch no longer has this rule.',
    });
  });

  it('says what differs when an alert was altered', () => {
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
