import { detectMember } from '@clearwatch/domain/detection/detection-engine';
import type { Finding } from '@clearwatch/domain/detection/detector';
import { DETECTORS } from '@clearwatch/domain/detection/detectors/detector-registry';
import { prepareMember } from '@clearwatch/domain/detection/member-history';
import { defaultPolicy } from '@clearwatch/domain/detection/policy-document';
import { DEFAULT_LEDGER_OPTIONS } from '@clearwatch/sample-data/ledger-options';
import { CompanyCensus } from './company-census.ts';
import { generatedLedger } from './evaluation-ledgers.ts';

/** Several seeds, so that no rule is tuned to one ledger. */
const SEEDS = [1, 7, 23, 102, 2026];

describe.each(SEEDS)('rules on the sample ledger with seed %i', (seed) => {
  const ledger = generatedLedger({ ...DEFAULT_LEDGER_OPTIONS, seed });
  /** Findings of each rule, before overlaps with stronger rules are removed. */
  const each = detectAll(ledger, (history, context) =>
    Object.values(DETECTORS).flatMap((detector) => detector.detect(history, context)),
  );
  const findings = detectAll(ledger, detectMember);
  const labels = ledger.behaviors;
  const suspicious = labels.filter((label) => label.verdict === 'suspicious' && hasRule(label));

  function findingsOn(among: readonly Finding[], behavior: string, activityType?: string): Finding[] {
    return among.filter(
      (f) => (activityType === undefined || f.activityType === activityType) && behaviorsIn(f).has(behavior),
    );
  }

  function behaviorsIn(finding: Finding): Set<string | null> {
    const marks = finding.entries.map(({ id }) => ledger.behaviorOf(id));
    return new Set(marks.filter((mark) => mark !== null));
  }

  it('detection rules find every injected behavior of their type, including hard ones', () => {
    const missed = suspicious.filter((l) => findingsOn(each, l.id, l.activityType).length === 0);
    expect(missed.map(({ id, why }) => `${id}: ${why}`)).toEqual([]);
  });

  it('detection rules show every injected behavior under some type after overlaps are removed', () => {
    const hidden = suspicious.filter((l) => findingsOn(findings, l.id).length === 0);
    expect(hidden.map(({ id, why }) => `${id}: ${why}`)).toEqual([]);
  });

  it('detection rules raise at most low risk on innocent look-alikes', () => {
    const innocent = new Set(labels.filter(({ verdict }) => verdict === 'innocent').map(({ id }) => id));
    const blamed = findings.filter(
      (finding) => finding.riskLevel !== 'low' && [...behaviorsIn(finding)].some((id) => innocent.has(id ?? '')),
    );
    expect(blamed.map((finding) => `${[...behaviorsIn(finding)].join()}: ${finding.description}`)).toEqual([]);
  });

  it('detection rules raise at most one alert per thousand ordinary accounts', () => {
    const ordinary = findings.filter((finding) => behaviorsIn(finding).size === 0);
    expect(ordinary.length).toBeLessThanOrEqual(Math.ceil(DEFAULT_LEDGER_OPTIONS.accounts / 1_000));
  });
});

function hasRule({ activityType }: { activityType: string }): boolean {
  return Object.hasOwn(DETECTORS, activityType);
}

/** Findings of `detect` for every member, in the institution's context. */
function detectAll(ledger: ReturnType<typeof generatedLedger>, detect: typeof detectMember): Finding[] {
  const census = new CompanyCensus();
  const all = ledger.members();
  for (const { entries } of all) for (const entry of entries) census.add(entry);
  const context = { ...census.institution(), policy: defaultPolicy() };
  return all.flatMap((member) => detect(prepareMember(member), context));
}
