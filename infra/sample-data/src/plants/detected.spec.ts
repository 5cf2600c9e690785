import { CompanyCensus } from '@clearwatch/domain/fraud/company-census';
import { companyKey } from '@clearwatch/domain/fraud/company-key';
import { detectMember } from '@clearwatch/domain/fraud/detect-member';
import { DETECTORS } from '@clearwatch/domain/fraud/detectors/index';
import type { Entry } from '@clearwatch/domain/fraud/entry';
import type { Finding } from '@clearwatch/domain/fraud/frame';
import { MOST_ACCOUNTS_OF_A_MEMBER } from '@clearwatch/domain/fraud/preparation/account-history';
import { prepareMember } from '@clearwatch/domain/fraud/preparation/prepare-member';
import { defaultPolicy } from '@clearwatch/domain/fraud/validate-policy';
import { memberKey } from '@clearwatch/domain/members/member-key';
import { entryKindOf } from '@clearwatch/domain/nacha/entry-kind';
import { generateLedger } from '../ledger/generate-ledger.ts';
import type { SampleEntry } from '../ledger/sample-entry.ts';
import { SAMPLE } from '../options.ts';
import { parseIsoDay } from '../world/epoch-day.ts';
import { plantedBehaviours } from './planted-behaviours.ts';

/** Several, so that no rule is tuned to one. */
const SEEDS = [1, 7, 23, 102, 2026];

describe.each(SEEDS)('the rules on the sample ledger with seed %i', (seed) => {
  const options = { ...SAMPLE, seed };
  const ledger = [...generateLedger(options)];
  /** What each rule says by itself, and what is left when stronger rules have told the same. */
  const each = detectAll(ledger, (history, context) =>
    Object.values(DETECTORS).flatMap((detector) => detector.detect(history, context)),
  );
  const findings = detectAll(ledger, detectMember);
  const labels = plantedBehaviours(options);
  const suspicious = labels.filter((label) => label.verdict === 'suspicious' && hasRule(label));

  function findingsOn(among: readonly Finding[], behaviour: string, activityType?: string): Finding[] {
    return among.filter(
      (f) =>
        (activityType === undefined || f.activityType === activityType) && behavioursIn(f).has(behaviour),
    );
  }

  function behavioursIn(finding: Finding): Set<string | null | undefined> {
    const marks = finding.entries.map((entry) => ledger[Number(entry.id)]?.behaviour);
    return new Set(marks.filter((mark) => mark !== null));
  }

  it('find every suspicious behaviour of their types that is planted, the hard ones too', () => {
    const missed = suspicious.filter((l) => findingsOn(each, l.id, l.activityType).length === 0);
    expect(missed.map(({ id, why }) => `${id}: ${why}`)).toEqual([]);
  });

  it('show each of them, under whatever type, once overlaps are left out', () => {
    const hidden = suspicious.filter((l) => findingsOn(findings, l.id).length === 0);
    expect(hidden.map(({ id, why }) => `${id}: ${why}`)).toEqual([]);
  });

  it('stay silent, or low, on every innocent look-alike, of whatever type', () => {
    const innocent = new Set(labels.filter(({ verdict }) => verdict === 'innocent').map(({ id }) => id));
    const blamed = findings.filter(
      (finding) =>
        finding.riskLevel !== 'low' && [...behavioursIn(finding)].some((id) => innocent.has(id ?? '')),
    );
    expect(blamed.map((finding) => `${[...behavioursIn(finding)].join()}: ${finding.description}`)).toEqual(
      [],
    );
  });

  it('leave ordinary life alone: at most one alert in a thousand accounts', () => {
    const ordinary = findings.filter((finding) => behavioursIn(finding).size === 0);
    expect(ordinary.length).toBeLessThanOrEqual(Math.ceil(SAMPLE.accounts / 1_000));
  });
});

function hasRule({ activityType }: { activityType: string }): boolean {
  return Object.hasOwn(DETECTORS, activityType);
}

function detectAll(ledger: readonly SampleEntry[], detect: typeof detectMember): Finding[] {
  const entries = ledger.map(toEntry);
  const census = new CompanyCensus();
  for (const entry of entries) census.add(entry);
  const context = { ...census.institution(), policy: defaultPolicy() };
  const accounts = [...Map.groupBy(entries, ({ accountNumber }) => accountNumber).values()];
  return [...Map.groupBy(accounts, keyOfNewest)].flatMap(([key, own]) => {
    // A key of more accounts is a common name, and each of them is read alone.
    const members = own.length <= MOST_ACCOUNTS_OF_A_MEMBER ? [own.flat()] : own;
    return members.flatMap((each) => detect(prepareMember({ memberKey: key, entries: each }), context));
  });
}

/** An account is called as its newest entry says, whatever names the others carry. */
function keyOfNewest(entries: readonly Entry[]): string | null {
  const newest = entries.reduce((one, other) => ((other.day ?? '') >= (one.day ?? '') ? other : one));
  const [firstName = null, ...rest] = (newest.receiverName ?? '').split(' ');
  return memberKey({ firstName, lastName: rest.join(' ') });
}

function toEntry(entry: SampleEntry, index: number): Entry {
  return {
    id: String(index),
    accountNumber: entry.accountNumber,
    company: entry.company,
    companyKey: companyKey(entry.company),
    receiverName: `${entry.firstName} ${entry.lastName}`,
    day: entry.postingDate,
    epochDay: parseIsoDay(entry.postingDate),
    minuteOfDay: entry.postingMinute,
    amountCents: entry.cents,
    transactionType: entry.transactionType,
    entryKind: entryKindOf({
      transactionCode: entry.transactionCode,
      amountCents: entry.cents,
      class: entry.secCode,
      entryDescription: entry.entryDescription,
      addenda: entry.addenda,
    }),
    entryDescription: entry.entryDescription,
    addenda: entry.addenda,
    class: entry.secCode,
    transactionCode: entry.transactionCode,
    traceNumber: entry.traceNumber,
    importId: '1',
    line: index + 1,
  };
}
