import type { PolicyBody } from '@clearwatch/contracts/detection-policy.dto';
import type { DetectionPolicy } from '@clearwatch/domain/detection/detector';
import { policyInForce, validatePolicy } from '@clearwatch/domain/detection/policy-document';
import { AppError } from '@clearwatch/service-kit/errors/app-error';

/**
 * A policy that somebody wants to try out or save, every number of every rule stated.
 * @throws AppError `bad_request` that names every problem with its rule and parameter
 */
export function candidatePolicy(version: number, body: PolicyBody): DetectionPolicy {
  const { sensitivity, parameters, switchedOff } = body;
  const checked = validatePolicy({ version, sensitivity, parameters, switchedOff: trimmed(switchedOff) });
  if ('problems' in checked) throw new AppError('bad_request', checked.problems.join(' '));
  return policyInForce(checked.policy, version);
}

function trimmed(reasons: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(reasons).map(([activityType, reason]) => [
      activityType,
      typeof reason === 'string' ? reason.trim() : reason,
    ]),
  );
}
