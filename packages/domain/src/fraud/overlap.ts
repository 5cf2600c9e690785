import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import type { Finding } from './frame.ts';

/** When two findings tell the same story, the one further up is kept (detection catalogue, section 3). */
const STRONGEST_FIRST: readonly ActivityType[] = [
  'unauthorized_ach',
  'test_then_large',
  'bec_pattern',
  'high_volume_mule',
  'mule_activity',
  'kiting_pattern',
  'account_takeover',
  'multiple_companies',
  'new_companies',
  'round_amount_structuring',
  'structuring',
  'dormant_reactivation',
  'high_risk_pattern',
  'timing_anomaly',
  'weekend_only',
  'velocity_anomaly',
  'frequent_debits',
  'large_credit',
  'unusual_pattern',
];
const ALWAYS_KEPT: ReadonlySet<ActivityType> = new Set<ActivityType>(['urgency_flag', 'reversal_pattern']);
/** Takes the place of the other wherever it tells most of the other's entries, on whichever account of the member. */
const SPEAKS_INSTEAD_OF: Partial<Record<ActivityType, ActivityType>> = {
  round_amount_structuring: 'structuring',
};
const SAME_STORY_SHARE = 0.7;

/**
 * Leaves out findings that a stronger one already tells: same account and at least 70 % of the entries of each in
 * common. Both stay when they are of different categories and each has entries of its own; an analyst loses more from a
 * missing category than from a second alert.
 */
export function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const ordered = findings.toSorted((left, right) => rank(left) - rank(right));
  const kept: Finding[] = [];
  for (const finding of ordered) {
    if (
      ALWAYS_KEPT.has(finding.activityType) ||
      !kept.some((stronger) => tellsSameStory(stronger, finding))
    ) {
      kept.push(finding);
    }
  }
  return findings.filter((finding) => kept.includes(finding));
}

function tellsSameStory(stronger: Finding, weaker: Finding): boolean {
  if (stronger.activityType === weaker.activityType || ALWAYS_KEPT.has(stronger.activityType)) return false;
  const speaksInstead = SPEAKS_INSTEAD_OF[stronger.activityType] === weaker.activityType;
  if (!speaksInstead && stronger.accountNumber !== weaker.accountNumber) return false;
  const strongerIds = new Set(stronger.entries.map(({ id }) => id));
  const shared = weaker.entries.filter(({ id }) => strongerIds.has(id)).length;
  if (speaksInstead) return shared >= SAME_STORY_SHARE * weaker.entries.length;
  const smaller = Math.min(strongerIds.size, weaker.entries.length);
  const larger = Math.max(strongerIds.size, weaker.entries.length);
  if (shared < SAME_STORY_SHARE * larger) return false;
  const eachHasItsOwn = shared < smaller;
  return stronger.category === weaker.category || !eachHasItsOwn;
}

function rank({ activityType }: Finding): number {
  return STRONGEST_FIRST.indexOf(activityType);
}
