import type { ActivityType } from '@clearwatch/contracts/alerts';
import type { Entry } from './detection-entry.ts';
import type { DetectionContext, DetectionPolicy, Finding } from './detector.ts';
import { DETECTORS } from './detectors/detector-registry.ts';
import { type MemberHistory, prepareMember } from './member-history.ts';

/**
 * Strongest first: when two findings tell the same story, the one further up is kept (detection catalogue, section 3); some
 * are kept whatever tells the same. A type without its place here is a type error.
 */
const OVERLAP_RANKING: Readonly<Record<ActivityType, 'unless told' | 'always'>> = {
  unauthorized_ach: 'unless told',
  test_then_large: 'unless told',
  bec_pattern: 'unless told',
  high_volume_mule: 'unless told',
  mule_activity: 'unless told',
  kiting_pattern: 'unless told',
  account_takeover: 'unless told',
  multiple_companies: 'unless told',
  new_companies: 'unless told',
  round_amount_structuring: 'unless told',
  structuring: 'unless told',
  dormant_reactivation: 'unless told',
  high_risk_pattern: 'unless told',
  timing_anomaly: 'unless told',
  weekend_only: 'unless told',
  velocity_anomaly: 'unless told',
  frequent_debits: 'unless told',
  large_credit: 'unless told',
  unusual_pattern: 'unless told',
  urgency_flag: 'always',
  reversal_pattern: 'always',
};
const STRONGEST_FIRST = Object.keys(OVERLAP_RANKING);
/**
 * Takes the place of the others wherever it tells most of their entries, on whichever account of the member, however many
 * it tells beside: money that comes and is passed on explains the bursts and the new destinations on its way.
 */
const SUPERSEDES: Partial<Record<ActivityType, readonly ActivityType[]>> = {
  round_amount_structuring: ['structuring'],
  high_volume_mule: ['mule_activity', 'account_takeover', 'new_companies', 'velocity_anomaly'],
  mule_activity: ['account_takeover', 'new_companies'],
};
/**
 * Rest on a fact that rules of other categories do not look at: the line of business, the silence before, the mirrored
 * amounts, the number that the institution set itself. Told under another category only, the fact would be missing.
 */
const HAS_DISTINCT_FACTS: ReadonlySet<ActivityType> = new Set<ActivityType>([
  'kiting_pattern',
  'dormant_reactivation',
  'high_risk_pattern',
  'frequent_debits',
]);
const OVERLAP_SHARE = 0.7;

/**
 * Leaves out findings that a stronger one already tells: same account and at least 70 % of the entries of each in
 * common. Both stay when they are of different categories and each has entries of its own, or the weaker one a fact of its
 * own: the catalogue leaves open what a rule's own entries are, and an analyst loses more from a missing category than
 * from a second alert.
 */
export function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const ordered = findings.toSorted((left, right) => rank(left) - rank(right));
  const kept: Finding[] = [];
  for (const finding of ordered) {
    if (
      OVERLAP_RANKING[finding.activityType] === 'always' ||
      !kept.some((stronger) => describesSameActivity(stronger, finding))
    ) {
      kept.push(finding);
    }
  }
  return findings.filter((finding) => kept.includes(finding));
}

function describesSameActivity(stronger: Finding, weaker: Finding): boolean {
  if (stronger.activityType === weaker.activityType || OVERLAP_RANKING[stronger.activityType] === 'always')
    return false;
  const speaksInstead = SUPERSEDES[stronger.activityType]?.includes(weaker.activityType) ?? false;
  if (!speaksInstead && stronger.accountNumber !== weaker.accountNumber) return false;
  const strongerIds = new Set(stronger.entries.map(({ id }) => id));
  const shared = weaker.entries.filter(({ id }) => strongerIds.has(id)).length;
  if (speaksInstead) return shared >= OVERLAP_SHARE * weaker.entries.length;
  const smaller = Math.min(strongerIds.size, weaker.entries.length);
  const larger = Math.max(strongerIds.size, weaker.entries.length);
  if (shared < OVERLAP_SHARE * larger) return false;
  if (stronger.category === weaker.category) return true;
  const eachHasItsOwn = shared < smaller || HAS_DISTINCT_FACTS.has(weaker.activityType);
  return !eachHasItsOwn;
}

function rank({ activityType }: Finding): number {
  return STRONGEST_FIRST.indexOf(activityType);
}

/**
 * Runs all rules over one member and leaves out findings that a stronger one already tells. What is still to do needs the
 * alerts that exist: `coolingDecision` and `riskAmong`.
 */
export function detectMember(history: MemberHistory, context: DetectionContext): Finding[] {
  const { switchedOff } = context.policy;
  const findings = Object.values(DETECTORS)
    .filter(({ activityType }) => switchedOff[activityType] === undefined)
    .flatMap((detector) => detector.detect(history, context));
  return withoutHiddenFindings(findings, context.policy);
}

/** What of the findings of all rules about one member is shown: no story twice, and at low sensitivity no low risk. */
export function withoutHiddenFindings(
  findings: readonly Finding[],
  { sensitivity }: DetectionPolicy,
): Finding[] {
  const kept = withoutOverlaps(findings);
  // At low sensitivity staff asked to see less: low-risk findings are not shown at all.
  return sensitivity === 'low' ? kept.filter(({ riskLevel }) => riskLevel !== 'low') : kept;
}

/** Beyond so many entries read in all looks together a member is looked at once, with all of them: seconds of work. */
const MAX_ENTRIES_READ = 2_000_000;

/**
 * What detection after each import would have found, had a member's entries come in these imports and no others: one
 * list of findings for each look, in the order of the imports. What an earlier look has found just so is left out, because
 * weighing it again would change nothing.
 *
 * What the institution lends (companies, policy, first day) is that of `context` in every look.
 *
 * @param entries those of one member; each names its import
 */
export function detectOverImports(
  member: { memberKey: string | null; entries: readonly Entry[] },
  context: DetectionContext,
): Finding[][] {
  const seen = new Set<string>();
  return ledgerStates(member.entries).map((entries) =>
    detectMember(prepareMember({ memberKey: member.memberKey, entries }), context).filter((finding) => {
      const key = findingIdentity(finding);
      return !seen.has(key) && seen.add(key);
    }),
  );
}

/** What was in the ledger after each import that brought the member anything. */
function ledgerStates(entries: readonly Entry[]): (readonly Entry[])[] {
  const byImport = Map.groupBy(entries, ({ importId }) => Number(importId));
  const looks: (readonly Entry[])[] = [];
  let read = 0;
  for (const importId of [...byImport.keys()].toSorted((left, right) => left - right)) {
    const look: readonly Entry[] = [...(looks.at(-1) ?? []), ...(byImport.get(importId) ?? [])];
    read += look.length;
    if (read > MAX_ENTRIES_READ) return [entries];
    looks.push(look);
  }
  return looks;
}

function findingIdentity({ activityType, triggerEntryId, amountCents, entries }: Finding): string {
  return `${activityType} ${triggerEntryId} ${amountCents} ${entries.length}`;
}
