import type { ActivityType } from '@clearwatch/contracts/alerts';
import type { Entry } from './detection-entry.ts';
import type { DetectionContext, DetectionPolicy, Finding } from './detector.ts';
import { DETECTORS } from './detectors/detector-registry.ts';
import { type MemberHistory, prepareMember } from './member-history.ts';

/** Strongest first. Of two findings that show the same activity, the first is kept (detection catalog, section 3). */
const OVERLAP_RANKING: Readonly<Record<ActivityType, 'unless shown' | 'always'>> = {
  unauthorized_ach: 'unless shown',
  test_then_large: 'unless shown',
  bec_pattern: 'unless shown',
  high_volume_mule: 'unless shown',
  mule_activity: 'unless shown',
  kiting_pattern: 'unless shown',
  account_takeover: 'unless shown',
  multiple_companies: 'unless shown',
  new_companies: 'unless shown',
  round_amount_structuring: 'unless shown',
  structuring: 'unless shown',
  dormant_reactivation: 'unless shown',
  high_risk_pattern: 'unless shown',
  timing_anomaly: 'unless shown',
  weekend_only: 'unless shown',
  velocity_anomaly: 'unless shown',
  frequent_debits: 'unless shown',
  large_credit: 'unless shown',
  unusual_pattern: 'unless shown',
  urgency_flag: 'always',
  reversal_pattern: 'always',
};
const STRONGEST_FIRST = Object.keys(OVERLAP_RANKING);
/** Money that is passed on explains bursts and new companies on any of the member's accounts. */
const SUPERSEDES: Partial<Record<ActivityType, readonly ActivityType[]>> = {
  round_amount_structuring: ['structuring'],
  high_volume_mule: ['mule_activity', 'account_takeover', 'new_companies', 'velocity_anomaly'],
  mule_activity: ['account_takeover', 'new_companies'],
};
/** Activity types based on a fact that rules in other categories do not check. */
const HAS_DISTINCT_FACTS: ReadonlySet<ActivityType> = new Set<ActivityType>([
  'kiting_pattern',
  'dormant_reactivation',
  'high_risk_pattern',
  'frequent_debits',
]);
const OVERLAP_SHARE = 0.7;

/** Keeps both when each has its own entries: missing a category is worse than raising a second alert. */
export function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const rank = ({ activityType }: Finding) => STRONGEST_FIRST.indexOf(activityType);
  const retained = new Set<Finding>();
  for (const finding of findings.toSorted((left, right) => rank(left) - rank(right))) {
    const isShown = [...retained].some((stronger) => showsSameActivity(stronger, finding));
    if (OVERLAP_RANKING[finding.activityType] === 'always' || !isShown) retained.add(finding);
  }
  return findings.filter((finding) => retained.has(finding));
}

function showsSameActivity(stronger: Finding, weaker: Finding): boolean {
  if (stronger.activityType === weaker.activityType || OVERLAP_RANKING[stronger.activityType] === 'always')
    return false;
  const supersedes = SUPERSEDES[stronger.activityType]?.includes(weaker.activityType) ?? false;
  if (!supersedes && stronger.accountNumber !== weaker.accountNumber) return false;
  const strongerIds = new Set(stronger.entries.map(({ id }) => id));
  const shared = weaker.entries.filter(({ id }) => strongerIds.has(id)).length;
  if (supersedes) return shared >= OVERLAP_SHARE * weaker.entries.length;
  if (shared < OVERLAP_SHARE * Math.max(strongerIds.size, weaker.entries.length)) return false;
  if (stronger.category === weaker.category) return true;
  const eachHasItsOwn = shared < Math.min(strongerIds.size, weaker.entries.length);
  return !eachHasItsOwn && !HAS_DISTINCT_FACTS.has(weaker.activityType);
}

/** Runs all rules on one member. The next steps, `deduplicateFinding` and `riskWithOtherAlerts`, need the existing alerts. */
export function detectMember(history: MemberHistory, context: DetectionContext): Finding[] {
  const { switchedOff } = context.policy;
  const findings = Object.values(DETECTORS)
    .filter(({ activityType }) => switchedOff[activityType] === undefined)
    .flatMap((detector) => detector.detect(history, context));
  return withoutHiddenFindings(findings, context.policy);
}

/** Removes overlapping findings and, at low sensitivity, low-risk findings. */
export function withoutHiddenFindings(findings: readonly Finding[], { sensitivity }: DetectionPolicy) {
  const retained = withoutOverlaps(findings);
  return sensitivity === 'low' ? retained.filter(({ riskLevel }) => riskLevel !== 'low') : retained;
}

/** Limit on the entries in all ledger states of a member. Analyzing that many takes seconds. */
const MAX_ENTRIES_READ = 2_000_000;

/** The member's entries in the ledger after each import that affects the member, newest first, up to the limit. */
export function* ledgerStates(entries: readonly Entry[]): Generator<readonly Entry[]> {
  const imports = new Set(entries.map(({ importId }) => Number(importId)));
  let read = 0;
  for (const newest of [...imports].toSorted((left, right) => right - left)) {
    const state = entries.filter(({ importId }) => Number(importId) <= newest);
    if (read > 0 && read + state.length > MAX_ENTRIES_READ) return;
    read += state.length;
    yield state;
  }
}

/** Returns the new findings after each import that affects the member. Above the limit, only the final state is analyzed. */
export function detectOverImports(
  member: { memberKey: string | null; entries: readonly Entry[] },
  context: DetectionContext,
): Finding[][] {
  const seen = new Set<string>();
  const imports = new Set(member.entries.map(({ importId }) => importId)).size;
  const states = [...ledgerStates(member.entries)].toReversed();
  return (states.length < imports ? [member.entries] : states).map((entries) =>
    detectMember(prepareMember({ memberKey: member.memberKey, entries }), context).filter((finding) => {
      const { activityType, triggerEntryId, amountCents } = finding;
      const key = `${activityType} ${triggerEntryId} ${amountCents} ${finding.entries.length}`;
      return !seen.has(key) && seen.add(key);
    }),
  );
}
