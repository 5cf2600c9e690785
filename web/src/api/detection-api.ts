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
import type { QueryClient } from '@tanstack/react-query';
import { LOCAL_KEY } from '../lib/browser-state.ts';
import { ALWAYS, ApiError, jsonQuery, pageQuery, post } from './api-client.ts';

export const FULL_ANALYSIS_KEY = ['/api/analytics/full-analysis'] as const;
export const DETECTION_POLICY_KEY = ['/api/detection/policy'] as const;
export const DETECTION_QUALITY_KEY = ['/api/detection/quality'] as const;

export const getFullAnalysis = () => jsonQuery<FullAnalysis>(FULL_ANALYSIS_KEY, FULL_ANALYSIS_KEY[0], ALWAYS);
/** Returns when the analysis is done. A request during a run waits for that run. */
export const runFullAnalysis = () => post<DetectFraudResponse>('/api/analytics/detect-fraud', { analyzeAllData: true });

/** Events report progress; polling makes up for those lost while the stream is interrupted. */
const POLL_INTERVAL_MS = 4_000;

/** 404 once the same user has started another backtest, or after a day. */
export function getBacktest(id: number) {
  return jsonQuery<PolicyBacktest>(['/api/detection/tryouts', id], `/api/detection/tryouts/${id}`, {
    refetchInterval: ({ state: { data, error } }) => {
      const isMissing = error instanceof ApiError && error.status === 404;
      return isMissing || data?.state === 'finished' ? false : POLL_INTERVAL_MS;
    },
  });
}

export async function startBacktest(client: QueryClient, body: PolicyBody): Promise<PolicyBacktest> {
  const backtest = await post<PolicyBacktest>('/api/detection/tryouts', body);
  client.setQueryData(getBacktest(backtest.id).queryKey, backtest);
  return backtest;
}

type Progress = Extract<ServerEvent, { type: 'detection.progress' }>;

/** The last unknown run that the server was asked about, so that it is asked only once. */
const OTHER_RUN_KEY = [...LOCAL_KEY, 'other-detection-run'] as const;

/** Asks the server about an unknown run: another browser may have started it, or it may be a backtest. */
export async function applyDetectionProgress(client: QueryClient, progress: Progress): Promise<void> {
  const { runId, shardsDone, shards } = progress;
  const { queryKey: backtestKey } = getBacktest(runId);
  if (client.getQueryData(backtestKey) !== undefined) {
    client.setQueryData(backtestKey, (known) => known && advanceRun(known, progress));
    if (shardsDone >= shards && client.getQueryData(backtestKey)?.state !== 'finished')
      await client.invalidateQueries({ queryKey: backtestKey });
    return;
  }
  const known = client.getQueryData<FullAnalysis>(FULL_ANALYSIS_KEY);
  if (known?.runId === runId) client.setQueryData(FULL_ANALYSIS_KEY, advanceRun(known, progress));
  else if (known !== undefined && client.getQueryData(OTHER_RUN_KEY) !== runId) {
    client.setQueryData(OTHER_RUN_KEY, runId);
    await client.invalidateQueries({ queryKey: FULL_ANALYSIS_KEY });
  }
}

/** Events may arrive late or twice: progress never moves backward and never reopens a finished run. */
function advanceRun<Run extends FullAnalysis | PolicyBacktest>(known: Run, progress: Progress): Run {
  if (known.state === 'finished') return known;
  const { shards, shardsDone } = progress;
  const furthest = Math.max(known.shardsDone, shardsDone);
  return Object.assign({}, known, { state: 'running' as const, shards, shardsDone: furthest });
}

/** No event reports that someone else saved a policy, so it is refetched when shown or focused. */
export const getDetectionPolicy = () =>
  jsonQuery<DetectionPolicyView>([...DETECTION_POLICY_KEY, 'in-force'], DETECTION_POLICY_KEY[0], {
    ...ALWAYS,
    refetchOnWindowFocus: 'always',
  });
export const listPolicyVersions = ({ page, pageSize }: { page: number; pageSize: number }) =>
  pageQuery<PolicyVersion>(
    [...DETECTION_POLICY_KEY, 'list', page, pageSize],
    `/api/detection/policy/versions?page=${page}&pageSize=${pageSize}`,
    ALWAYS,
  );
/** 409 when another version has been saved since `basedOn`. */
export const saveDetectionPolicy = (body: SavePolicyRequest) =>
  post<DetectionPolicyView>(DETECTION_POLICY_KEY[0], body);
export const getDetectionQuality = () => jsonQuery<RuleQuality[]>(DETECTION_QUALITY_KEY, DETECTION_QUALITY_KEY[0]);
export const getPolicyVersion = (version: number) =>
  jsonQuery<DetectionPolicyView>(
    ['/api/detection/policy/versions', version],
    `/api/detection/policy/versions/${version}`,
  );
