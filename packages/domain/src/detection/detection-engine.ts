import type { ActivityType } from '@clearwatch/contracts/alerts';
import type { Entry } from './detection-entry.ts';
import type { DetectionContext, DetectionPolicy, Finding } from './detector.ts';
import { DETECTORS } from './detectors/detector-registry.ts';
import { type MemberHistory, prepareMember } from './member-history.ts';

/**
 * Strongest first: when two findings show the same activity, the first is kept (detection catalogue, section 3); some are
 * always kept. A type without its place here is a type error.
 */
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
/**
 * Types that replace others wherever they contain most of their entries, on any account of the member: money that comes in
 * and is passed on explains the bursts and the new destinations on its way.
 */
const SUPERSEDES: Partial<Record<ActivityType, readonly ActivityType[]>> = {
  round_amount_structuring: ['structuring'],
  high_volume_mule: ['mule_activity', 'account_takeover', 'new_companies', 'velocity_anomaly'],
  mule_activity: ['account_takeover', 'new_companies'],
};
/**
 * Types that rest on a fact which rules of other categories do not check: the line of business, the inactive days, the
 * mirrored amounts, the institution's own number. Under another category only, the fact would be missing.
 */
const HAS_DISTINCT_FACTS: ReadonlySet<ActivityType> = new Set<ActivityType>([
  'kiting_pattern',
  'dormant_reactivation',
  'high_risk_pattern',
  'frequent_debits',
]);
const OVERLAP_SHARE = 0.7;

/**
 * Leaves out findings that a stronger one already shows: same account and at least 70 % of the entries of each in common.
 * Both stay when they are of different categories and each has entries of its own, or the weaker one a fact of its own: an
 * analyst loses more from a missing category than from a second alert.
 */
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

/**
 * Runs all rules over one member and leaves out overlapping findings. The next steps need the existing alerts:
 * `deduplicateFinding` and `riskWithOtherAlerts`.
 */
export function detectMember(history: MemberHistory, context: DetectionContext): Finding[] {
  const { switchedOff } = context.policy;
  const findings = Object.values(DETECTORS)
    .filter(({ activityType }) => switchedOff[activityType] === undefined)
    .flatMap((detector) => detector.detect(history, context));
  return withoutHiddenFindings(findings, context.policy);
}

/** The findings of a member that are shown: without overlaps, and without low risk at low sensitivity. */
export function withoutHiddenFindings(
  findings: readonly Finding[],
  { sensitivity }: DetectionPolicy,
): Finding[] {
  const retained = withoutOverlaps(findings);
  return sensitivity === 'low' ? retained.filter(({ riskLevel }) => riskLevel !== 'low') : retained;
}

/** Limit of entries in all ledger states of a member: seconds of work. Beyond it only the last state is analyzed. */
const MAX_ENTRIES_READ = 2_000_000;

/**
 * What detection after each import would have found, had a member's entries come in these imports: one list of new findings
 * for each import that brought the member anything, in order. Companies, policy and first day are always those of `context`.
 *
 * @param member.entries name their imports
 */
export function detectOverImports(
  member: { memberKey: string | null; entries: readonly Entry[] },
  context: DetectionContext,
): Finding[][] {
  const seen = new Set<string>();
  return ledgerStates(member.entries).map((entries) =>
    detectMember(prepareMember({ memberKey: member.memberKey, entries }), context).filter((finding) => {
      const { activityType, triggerEntryId, amountCents } = finding;
      const key = `${activityType} ${triggerEntryId} ${amountCents} ${finding.entries.length}`;
      return !seen.has(key) && seen.add(key);
    }),
  );
}

/** What was in the ledger after each import that brought the member anything. */
function ledgerStates(entries: readonly Entry[]): (readonly Entry[])[] {
  const byImport = Map.groupBy(entries, ({ importId }) => Number(importId));
  const states: (readonly Entry[])[] = [];
  let read = 0;
  for (const [, added] of [...byImport].toSorted(([left], [right]) => left - right)) {
    const state = [...(states.at(-1) ?? []), ...added];
    read += state.length;
    if (read > MAX_ENTRIES_READ) return [entries];
    states.push(state);
  }
  return states;
}
