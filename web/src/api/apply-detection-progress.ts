import type { FullAnalysis } from '@clearwatch/contracts/detection-policy.dto';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import type { QueryClient } from '@tanstack/react-query';
import { FULL_ANALYSIS_KEY } from './full-analysis.ts';
import { applyTryoutProgress } from './policy-tryouts.ts';

type Progress = Extract<ServerEvent, { type: 'detection.progress' }>;

/** The last run asked about that turned out to be no analysis of everybody: somebody tries a policy out. */
const OTHER_RUN_KEY = ['other-detection-run'] as const;

/**
 * Progress of an analysis of everybody is written in place wherever it is shown. Of a run that is not known yet the server is
 * asked once: it may have been started in another browser, or be somebody's try-out.
 */
export async function applyDetectionProgress(client: QueryClient, progress: Progress): Promise<void> {
  if (await applyTryoutProgress(client, progress)) return;
  const known = client.getQueryData<FullAnalysis>(FULL_ANALYSIS_KEY);
  if (known === undefined) return;
  if (known.runId === progress.runId) {
    client.setQueryData<FullAnalysis>(FULL_ANALYSIS_KEY, advance(known, progress));
    return;
  }
  if (client.getQueryData(OTHER_RUN_KEY) === progress.runId) return;
  client.setQueryData(OTHER_RUN_KEY, progress.runId);
  await client.invalidateQueries({ queryKey: FULL_ANALYSIS_KEY });
}

/** Events may arrive late or twice: progress never runs backwards and never opens a finished analysis again. */
function advance(known: FullAnalysis, { shardsDone, shards }: Progress): FullAnalysis {
  if (known.state === 'finished') return known;
  return Object.assign({}, known, {
    state: 'running' as const,
    shards,
    shardsDone: Math.max(known.shardsDone, shardsDone),
  });
}
