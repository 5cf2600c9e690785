import type { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';

export const DETECTION_QUALITY_KEY = ['/api/detection/quality'] as const;

/** How the alerts of each rule were decided, by policy version. */
export function getDetectionQuality() {
  return queryOptions({
    queryKey: DETECTION_QUALITY_KEY,
    queryFn: ({ signal }) => requestJson<RuleQuality[]>(DETECTION_QUALITY_KEY[0], { signal }),
  });
}
