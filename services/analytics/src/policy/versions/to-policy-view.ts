import type { DetectionPolicyView, PolicyVersion } from '@clearwatch/contracts/detection-policy.dto';
import { comparePolicies, listRulesUnderPolicy } from '@clearwatch/domain/detection/policy-document';
import type { PolicyInVersion } from '../policy.service.ts';

export function toPolicyView({
  version,
  policy,
  reason,
  createdBy,
  createdAt,
}: PolicyInVersion): DetectionPolicyView {
  const { sensitivity } = policy;
  return { version, sensitivity, createdBy, createdAt, reason, rules: listRulesUnderPolicy(policy) };
}

/** Compares what was stated, not what is understood by now: the history does not change with the program. */
export function toPolicyVersion(
  { version, reason, createdBy, createdAt, stated }: PolicyInVersion,
  before: PolicyInVersion | null,
): PolicyVersion {
  const changes = before === null ? [] : comparePolicies(before.stated, stated);
  return { version, createdBy, createdAt, reason, changes };
}
