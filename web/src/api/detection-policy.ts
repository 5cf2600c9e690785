import type {
  DetectionPolicyView,
  PolicyVersion,
  SavePolicyRequest,
} from '@clearwatch/contracts/detection-policy.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';
import { requestPage } from './page.ts';

export const DETECTION_POLICY_KEY = ['/api/detection/policy'] as const;

/** The policy in force. No event tells that somebody else has saved one: asked whenever a screen shows it, or is looked at again. */
export function getDetectionPolicy() {
  return queryOptions({
    queryKey: [...DETECTION_POLICY_KEY, 'in-force'],
    queryFn: ({ signal }) => requestJson<DetectionPolicyView>(DETECTION_POLICY_KEY[0], { signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** One page of the versions, newest first. `page` counts from 1. */
export function listPolicyVersions({ page, pageSize }: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...DETECTION_POLICY_KEY, 'list', page, pageSize],
    queryFn: ({ signal }) =>
      requestPage<PolicyVersion>(`/api/detection/policy/versions?page=${page}&pageSize=${pageSize}`, signal),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

/** 409 when another version has been saved since `basedOn`. Answers with what is in force from now on. */
export function saveDetectionPolicy(request: SavePolicyRequest): Promise<DetectionPolicyView> {
  return requestJson(DETECTION_POLICY_KEY[0], { method: 'POST', body: request });
}
