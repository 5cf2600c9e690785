import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getFullAnalysis } from '../../../api/full-analysis.ts';
import { isUnfinished, useRunAnalysis } from '../../../full-analysis/use-run-analysis.ts';

/** Progress comes by event; this finds the end of an analysis whose last event was lost. */
const LOOK_EVERY_MS = 5_000;

/**
 * The analysis of everybody: whether one runs, how far it is, and the button's act. The server works on it whoever leaves;
 * who comes back, or looks from another browser, sees the same one go on.
 */
export function useFullAnalysis() {
  /** The newest analysis when the button was pressed. */
  const [before, setBefore] = useState<number | null>(null);
  const { run: start, isPending, announce } = useRunAnalysis();
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
    start();
  };
  return { analysis, run, isRunning: isWaiting || isUnfinished(data) };
}
