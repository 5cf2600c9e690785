import type {
  DetectFraudResponse,
  DetectionPolicyView,
  FullAnalysis,
  PolicyBacktest,
  PolicyBody,
  PolicyVersion,
  RuleQuality,
  SavePolicyRequest,
} from '@clearwatch/contracts/detection-policy.dto';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, requestJson, requestPage } from './api-client.ts';

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

/** Progress comes by event; this finds what an interrupted stream did not bring. */
const POLL_INTERVAL_MS = 4_000;

function backtestKey(id: number) {
  return ['/api/detection/tryouts', id] as const;
}

/** A try-out until it is finished. 404 once the same user has begun another, or a day has passed. */
export function getBacktest(id: number) {
  return queryOptions({
    queryKey: backtestKey(id),
    queryFn: ({ signal }) => requestJson<PolicyBacktest>(`/api/detection/tryouts/${id}`, { signal }),
    refetchInterval: ({ state: { data, error } }) => {
      const isGone = error instanceof ApiError && error.status === 404;
      return isGone || data?.state === 'finished' ? false : POLL_INTERVAL_MS;
    },
  });
}

/** Begins a try-out of the whole history. Nothing is saved by it. */
export async function startBacktest(client: QueryClient, body: PolicyBody): Promise<PolicyBacktest> {
  const backtest = await requestJson<PolicyBacktest>('/api/detection/tryouts', { method: 'POST', body });
  client.setQueryData(backtestKey(backtest.id), backtest);
  return backtest;
}

/** Progress of a try-out that is shown here, in place; false when the run is none. Never runs backwards. */
async function applyBacktestProgress(
  client: QueryClient,
  { runId, shardsDone, shards }: Extract<ServerEvent, { type: 'detection.progress' }>,
): Promise<boolean> {
  const known = client.getQueryData<PolicyBacktest>(backtestKey(runId));
  if (known === undefined) return false;
  if (known.state === 'finished') return true;
  client.setQueryData<PolicyBacktest>(
    backtestKey(runId),
    Object.assign({}, known, {
      state: 'running',
      shards,
      shardsDone: Math.max(known.shardsDone, shardsDone),
    }),
  );
  if (shardsDone >= shards) await client.invalidateQueries({ queryKey: backtestKey(runId) });
  return true;
}

type Progress = Extract<ServerEvent, { type: 'detection.progress' }>;

/** The last run asked about that turned out to be no analysis of everybody: somebody tries a policy out. */
const OTHER_RUN_KEY = ['other-detection-run'] as const;

/**
 * Progress of an analysis of everybody is written in place wherever it is shown. Of a run that is not known yet the server is
 * asked once: it may have been started in another browser, or be somebody's try-out.
 */
export async function applyDetectionProgress(client: QueryClient, progress: Progress): Promise<void> {
  if (await applyBacktestProgress(client, progress)) return;
  const known = client.getQueryData<FullAnalysis>(FULL_ANALYSIS_KEY);
  if (known === undefined) return;
  if (known.runId === progress.runId) {
    client.setQueryData<FullAnalysis>(FULL_ANALYSIS_KEY, advanceRun(known, progress));
    return;
  }
  if (client.getQueryData(OTHER_RUN_KEY) === progress.runId) return;
  client.setQueryData(OTHER_RUN_KEY, progress.runId);
  await client.invalidateQueries({ queryKey: FULL_ANALYSIS_KEY });
}

/** Events may arrive late or twice: progress never runs backwards and never opens a finished analysis again. */
function advanceRun(known: FullAnalysis, { shardsDone, shards }: Progress): FullAnalysis {
  if (known.state === 'finished') return known;
  return Object.assign({}, known, {
    state: 'running' as const,
    shards,
    shardsDone: Math.max(known.shardsDone, shardsDone),
  });
}

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

export const DETECTION_QUALITY_KEY = ['/api/detection/quality'] as const;

/** How the alerts of each rule were decided, by policy version. */
export function getDetectionQuality() {
  return queryOptions({
    queryKey: DETECTION_QUALITY_KEY,
    queryFn: ({ signal }) => requestJson<RuleQuality[]>(DETECTION_QUALITY_KEY[0], { signal }),
  });
}

/** A detection policy as it was saved; versions never change. */
export function getPolicyVersion(version: number) {
  return queryOptions({
    queryKey: ['/api/detection/policy/versions', version],
    queryFn: ({ signal }) =>
      requestJson<DetectionPolicyView>(`/api/detection/policy/versions/${version}`, { signal }),
  });
}
