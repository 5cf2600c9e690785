import type { DetectFraudResponse, FullAnalysis } from '@clearwatch/contracts/detection-policy.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';

export const FULL_ANALYSIS_KEY = ['/api/analytics/full-analysis'] as const;

/** The newest analysis of everybody. It may have begun in another browser while another screen was open. */
export function getFullAnalysis() {
  return queryOptions({
    queryKey: FULL_ANALYSIS_KEY,
    queryFn: ({ signal }) => requestJson<FullAnalysis>(FULL_ANALYSIS_KEY[0], { signal }),
    refetchOnMount: 'always',
  });
}

/** Analyses all members; answers when it is done. Who asks while one runs joins it. */
export function runFullAnalysis(): Promise<DetectFraudResponse> {
  return requestJson('/api/analytics/detect-fraud', { method: 'POST', body: { analyzeAllData: true } });
}
