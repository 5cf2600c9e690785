import type { FullAnalysis } from '@clearwatch/contracts/detection-policy.dto';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '../../api/api-client.ts';
import { FULL_ANALYSIS_KEY, getFullAnalysis, runFullAnalysis } from '../../api/detection-api.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { LOCAL_KEY } from '../../lib/browser-state.ts';
import { formatQuantity } from '../../lib/number-format.ts';
import { useToasts } from '../toasts.tsx';

const ANNOUNCED_KEY = [...LOCAL_KEY, 'announced-analysis'] as const;

const refetchAnalysis = (client: QueryClient) =>
  client.fetchQuery({ ...getFullAnalysis(), staleTime: 0 }).catch(() => undefined);

export function useRunFullAnalysis() {
  const client = useQueryClient();
  const toasts = useToasts();

  const announce = useCallback(
    ({ runId, alertsGenerated }: { runId: number; alertsGenerated: number }): void => {
      // The response and the final event announce the same result; only the first is shown.
      if (client.getQueryData(ANNOUNCED_KEY) === runId) return;
      client.setQueryData(ANNOUNCED_KEY, runId);
      toasts.success({
        title: 'Comprehensive Analysis Complete',
        description: `${formatQuantity(alertsGenerated, 'fraud alert')} generated from all transactions in the ledger`,
      });
    },
    [client, toasts],
  );

  const { mutate, isPending } = useMutation({
    mutationFn: runFullAnalysis,
    onMutate: () => toasts.clear(),
    onSuccess: announce,
    onError: async (error) => {
      // The analysis may be running even though its response was lost.
      if (error instanceof ApiError && [0, 502, 504].includes(error.status))
        if (isAnalysisRunning(await refetchAnalysis(client))) return;
      toasts.failed('Analysis Failed', error, 'Failed to run comprehensive fraud analysis.');
    },
    onSettled: () => refreshQueries(client, [FULL_ANALYSIS_KEY]),
  });
  return { run: () => mutate(), isPending, announce };
}

export const isAnalysisRunning = (analysis: FullAnalysis | undefined): boolean =>
  analysis?.state === 'queued' || analysis?.state === 'running';
