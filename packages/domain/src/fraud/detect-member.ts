import { DETECTORS } from './detectors/index.ts';
import type { DetectionContext, Finding } from './frame.ts';
import { withoutOverlaps } from './overlap.ts';
import type { DetectionPolicy } from './policy.ts';
import type { MemberHistory } from './preparation/account-history.ts';

/**
 * Runs all rules over one member and leaves out findings that a stronger one already tells. What is still to do needs the
 * alerts that exist: `coolingDecision` and `riskAmong`.
 */
export function detectMember(history: MemberHistory, context: DetectionContext): Finding[] {
  const { switchedOff } = context.policy;
  const findings = Object.values(DETECTORS)
    .filter(({ activityType }) => switchedOff[activityType] === undefined)
    .flatMap((detector) => detector.detect(history, context));
  return shown(findings, context.policy);
}

/** What of the findings of all rules about one member is shown: no story twice, and at low sensitivity no low risk. */
export function shown(findings: readonly Finding[], { sensitivity }: DetectionPolicy): Finding[] {
  const kept = withoutOverlaps(findings);
  // At low sensitivity staff asked to see less: low-risk findings are not shown at all.
  return sensitivity === 'low' ? kept.filter(({ riskLevel }) => riskLevel !== 'low') : kept;
}
