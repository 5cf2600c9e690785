import type { FullAnalysis } from '@clearwatch/contracts/http/detection-runs';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { describeError } from '../../../api/describe-error.ts';
import { FULL_ANALYSIS_KEY, getFullAnalysis, runFullAnalysis } from '../../../api/full-analysis.ts';
import { ApiError } from '../../../api/http.ts';
import { refresh } from '../../../api/server-events.ts';
import { formatCounted } from '../../../formats/count.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

/** Progress comes by event; this finds the end of an analysis whose last event was lost. */
const LOOK_EVERY_MS = 5_000;
const ANNOUNCED_KEY = ['announced-analysis'] as const;

/**
 * The analysis of everybody: whether one runs, how far it is, and the button's act. The server works on it whoever leaves;
 * who comes back, or looks from another browser, sees the same one go on.
 */
export function useFullAnalysis() {
  const client = useQueryClient();
  const toasts = useToasts();
  /** The newest analysis when the button was pressed. */
  const [before, setBefore] = useState<number | null>(null);

  const announce = useCallback(
    ({ runId, alertsGenerated }: Finished): void => {
      if (!isNews(client, runId)) return;
      toasts.success({
        title: 'Comprehensive Analysis Complete',
        description: `${formatCounted(alertsGenerated, 'fraud alert')} generated from all transactions of the ledger`,
      });
    },
    [client, toasts],
  );

  const { mutate, isPending } = useMutation({
    mutationFn: runFullAnalysis,
    onMutate: () => toasts.clear(),
    onSuccess: announce,
    onError: async (error) => {
      // An answer lost on its way says nothing of the analysis: if it runs, it is followed to its end.
      if (isAnswerLost(error) && isUnfinished(await lookAgain(client))) return;
      toasts.failure({
        title: 'Analysis Failed',
        description: describeError(error, 'Failed to run comprehensive fraud analysis.'),
      });
    },
    onSettled: () => refresh(client, [FULL_ANALYSIS_KEY]),
  });

  const analysis = useQuery({
    ...getFullAnalysis(),
    refetchInterval: ({ state }) => (isPending || isUnfinished(state.data) ? LOOK_EVERY_MS : false),
  });

  const { data } = analysis;
  // The answer may come a moment after the end has been read; until then nothing runs any more.
  const isWaiting = isPending && (data?.runId ?? null) === before;
  const followed = useRef<number | null>(null);
  useEffect(() => {
    if (data === undefined || data.runId === null) return;
    if (isUnfinished(data)) {
      followed.current = data.runId;
    } else if (followed.current === data.runId) {
      followed.current = null;
      announce({ runId: data.runId, alertsGenerated: data.alertsGenerated });
    }
  }, [data, announce]);

  const run = (): void => {
    setBefore(data?.runId ?? null);
    mutate();
  };
  return { analysis, run, isRunning: isWaiting || isUnfinished(data) };
}

interface Finished {
  runId: number;
  alertsGenerated: number;
}

export function isUnfinished(analysis: FullAnalysis | undefined): boolean {
  return analysis?.state === 'queued' || analysis?.state === 'running';
}

/** The answer to the button and the event of the end say the same: the first to come is announced. */
function isNews(client: QueryClient, runId: number): boolean {
  if (client.getQueryData(ANNOUNCED_KEY) === runId) return false;
  client.setQueryDefaults(ANNOUNCED_KEY, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(ANNOUNCED_KEY, runId);
  return true;
}

/** No connection, or a gateway that would wait no longer. */
function isAnswerLost(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 504);
}

function lookAgain(client: QueryClient): Promise<FullAnalysis | undefined> {
  return client.fetchQuery({ ...getFullAnalysis(), staleTime: 0 }).catch(() => undefined);
}
