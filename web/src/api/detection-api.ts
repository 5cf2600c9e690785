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

export function getFullAnalysis() {
  return queryOptions({
    queryKey: FULL_ANALYSIS_KEY,
    queryFn: ({ signal }) => requestJson<FullAnalysis>(FULL_ANALYSIS_KEY[0], { signal }),
    refetchOnMount: 'always',
  });
}

export function runFullAnalysis(): Promise<DetectFraudResponse> {
  return requestJson('/api/analytics/detect-fraud', { method: 'POST', body: { analyzeAllData: true } });
}

/** Events report progress; polling catches what an interrupted stream missed. */
const POLL_INTERVAL_MS = 4_000;

function backtestKey(id: number) {
  return ['/api/detection/tryouts', id] as const;
}

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

export async function startBacktest(client: QueryClient, body: PolicyBody): Promise<PolicyBacktest> {
  const backtest = await requestJson<PolicyBacktest>('/api/detection/tryouts', { method: 'POST', body });
  client.setQueryData(backtestKey(backtest.id), backtest);
  return backtest;
}

/** Returns false if the run is not a backtest shown here. */
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

/** The last run that turned out to be no full analysis but someone's backtest. */
const OTHER_RUN_KEY = ['other-detection-run'] as const;

/**
 * Updates a full analysis in place. For an unknown run it asks the server once: another browser may have started it,
 * or it may be a backtest.
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

function advanceRun(known: FullAnalysis, { shardsDone, shards }: Progress): FullAnalysis {
  if (known.state === 'finished') return known;
  return Object.assign({}, known, {
    state: 'running' as const,
    shards,
    shardsDone: Math.max(known.shardsDone, shardsDone),
  });
}

export const DETECTION_POLICY_KEY = ['/api/detection/policy'] as const;

/** No event reports that someone else saved a policy, so it is refetched when shown or focused. */
export function getDetectionPolicy() {
  return queryOptions({
    queryKey: [...DETECTION_POLICY_KEY, 'in-force'],
    queryFn: ({ signal }) => requestJson<DetectionPolicyView>(DETECTION_POLICY_KEY[0], { signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

export function listPolicyVersions({ page, pageSize }: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...DETECTION_POLICY_KEY, 'list', page, pageSize],
    queryFn: ({ signal }) =>
      requestPage<PolicyVersion>(`/api/detection/policy/versions?page=${page}&pageSize=${pageSize}`, signal),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

export function saveDetectionPolicy(request: SavePolicyRequest): Promise<DetectionPolicyView> {
  return requestJson(DETECTION_POLICY_KEY[0], { method: 'POST', body: request });
}

export const DETECTION_QUALITY_KEY = ['/api/detection/quality'] as const;

export function getDetectionQuality() {
  return queryOptions({
    queryKey: DETECTION_QUALITY_KEY,
    queryFn: ({ signal }) => requestJson<RuleQuality[]>(DETECTION_QUALITY_KEY[0], { signal }),
  });
}

export function getPolicyVersion(version: number) {
  return queryOptions({
    queryKey: ['/api/detection/policy/versions', version],
    queryFn: ({ signal }) =>
      requestJson<DetectionPolicyView>(`/api/detection/policy/versions/${version}`, { signal }),
  });
}
