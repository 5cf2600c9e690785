import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import type { Finding } from './frame.ts';

/**
 * Strongest first: when two findings tell the same story, the one further up is kept (detection catalogue, section 3); some
 * are kept whatever tells the same. A type without its place here is a type error.
 */
const KEPT: Readonly<Record<ActivityType, 'unless told' | 'always'>> = {
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
const STRONGEST_FIRST = Object.keys(KEPT);
/**
 * Takes the place of the others wherever it tells most of their entries, on whichever account of the member, however many
 * it tells beside: money that comes and is passed on explains the bursts and the new destinations on its way.
 */
const SPEAKS_INSTEAD_OF: Partial<Record<ActivityType, readonly ActivityType[]>> = {
  round_amount_structuring: ['structuring'],
  high_volume_mule: ['mule_activity', 'account_takeover', 'new_companies', 'velocity_anomaly'],
  mule_activity: ['account_takeover', 'new_companies'],
};
/**
 * Rest on a fact that rules of other categories do not look at: the line of business, the silence before, the mirrored
 * amounts, the number that the institution set itself. Told under another category only, the fact would be missing.
 */
const FACTS_OF_THEIR_OWN: ReadonlySet<ActivityType> = new Set<ActivityType>([
  'kiting_pattern',
  'dormant_reactivation',
  'high_risk_pattern',
  'frequent_debits',
]);
const SAME_STORY_SHARE = 0.7;

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
      KEPT[finding.activityType] === 'always' ||
      !kept.some((stronger) => tellsSameStory(stronger, finding))
    ) {
      kept.push(finding);
    }
  }
  return findings.filter((finding) => kept.includes(finding));
}

function tellsSameStory(stronger: Finding, weaker: Finding): boolean {
  if (stronger.activityType === weaker.activityType || KEPT[stronger.activityType] === 'always') return false;
  const speaksInstead = SPEAKS_INSTEAD_OF[stronger.activityType]?.includes(weaker.activityType) ?? false;
  if (!speaksInstead && stronger.accountNumber !== weaker.accountNumber) return false;
  const strongerIds = new Set(stronger.entries.map(({ id }) => id));
  const shared = weaker.entries.filter(({ id }) => strongerIds.has(id)).length;
  if (speaksInstead) return shared >= SAME_STORY_SHARE * weaker.entries.length;
  const smaller = Math.min(strongerIds.size, weaker.entries.length);
  const larger = Math.max(strongerIds.size, weaker.entries.length);
  if (shared < SAME_STORY_SHARE * larger) return false;
  if (stronger.category === weaker.category) return true;
  const eachHasItsOwn = shared < smaller || FACTS_OF_THEIR_OWN.has(weaker.activityType);
  return !eachHasItsOwn;
}

function rank({ activityType }: Finding): number {
  return STRONGEST_FIRST.indexOf(activityType);
}
