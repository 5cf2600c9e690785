import type { DetectionPolicyView } from '@clearwatch/contracts/detection-policy.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';

/** A detection policy as it was saved; versions never change. */
export function getPolicyVersion(version: number) {
  return queryOptions({
    queryKey: ['/api/detection/policy/versions', version],
    queryFn: ({ signal }) =>
      requestJson<DetectionPolicyView>(`/api/detection/policy/versions/${version}`, { signal }),
  });
}
