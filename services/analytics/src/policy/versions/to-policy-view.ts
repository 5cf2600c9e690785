import type { DetectionPolicyView, PolicyVersion } from '@clearwatch/contracts/http/detection-policy';
import { policyChanges } from '@clearwatch/domain/fraud/policy-changes';
import { rulesOf } from '@clearwatch/domain/fraud/policy-rules';
import type { PolicyInVersion } from '../policy.service.ts';

export function toPolicyView({
  version,
  policy,
  reason,
  createdBy,
  createdAt,
}: PolicyInVersion): DetectionPolicyView {
  const { sensitivity } = policy;
  return { version, sensitivity, createdBy, createdAt, reason, rules: rulesOf(policy) };
}

/** Compares what was stated, not what is understood by now: the history does not change with the program. */
export function toPolicyVersion(
  { version, reason, createdBy, createdAt, stated }: PolicyInVersion,
  before: PolicyInVersion | null,
): PolicyVersion {
  const changes = before === null ? [] : policyChanges(before.stated, stated);
  return { version, createdBy, createdAt, reason, changes };
}
