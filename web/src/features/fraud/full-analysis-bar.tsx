import { PlayCircleOutlined } from '@ant-design/icons';
import type { AlertCounts } from '@clearwatch/contracts/alerts.dto';
import type { FullAnalysis } from '@clearwatch/contracts/detection-policy.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { getFullAnalysis } from '../../api/detection-api.ts';
import { isAnalysisRunning, useRunFullAnalysis } from '../../components/alerts/run-full-analysis.ts';
import { TakeNextAlertButton } from '../../components/alerts/take-next-alert.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { serverNow, useServerNow } from '../../lib/server-clock.ts';
import { PATTERN_CATEGORIES } from './alert-category-guidelines.ts';

type AnalysisPace = { parts: number; milliseconds: number; partsLeft: number };

/** Minimum progress for an estimate of the remaining time. */
const MIN_PARTS = 2;
const MIN_ELAPSED_MS = 10_000;
const MINUTE_MS = 60_000;

export function formatRemainingTime({ parts, milliseconds, partsLeft }: AnalysisPace): string | null {
  if (parts < MIN_PARTS || milliseconds < MIN_ELAPSED_MS || partsLeft <= 0) return null;
  const left = (milliseconds / parts) * partsLeft;
  if (left < MINUTE_MS) return 'less than a minute left';
  return `about ${formatQuantity(Math.round(left / MINUTE_MS), 'minute')} left`;
}

function RunningAnalysis({ analysis }: { analysis: FullAnalysis | undefined }) {
  const { shardsDone = 0, shards = 0, requestedBy = null } = analysis ?? {};
  const [first] = useState(() => ({ at: serverNow(), shardsDone }));
  const remaining = formatRemainingTime({
    parts: shardsDone - first.shardsDone,
    milliseconds: useServerNow() - first.at,
    partsLeft: shards - shardsDone,
  });
  const done = `${formatCount(shardsDone)} of ${formatQuantity(shards, 'part')}`;
  const words = [
    shards === 0 ? 'Preparing the analysis' : done,
    remaining,
    requestedBy && `started by ${requestedBy}`,
    'continues if you leave',
  ];
  return (
    <div className="analysis-progress">
      <Progress
        percent={shards === 0 ? 0 : Math.floor((shardsDone / shards) * 100)}
        status="active"
        aria-label="Full analysis progress"
        showInfo={false}
      />
      <output className="figures">{words.filter(Boolean).join(' · ')}</output>
    </div>
  );
}

function formatLastAnalysis({ finishedAt, requestedBy, alertsGenerated }: FullAnalysis): string {
  if (finishedAt === null) return 'New transactions are analyzed on import. No full analysis has run yet.';
  const by = requestedBy === null ? '' : ` by ${requestedBy}`;
  return `Last full analysis ${formatDateTime(finishedAt)}${by}: ${formatQuantity(alertsGenerated, 'alert')} generated.`;
}

/** Detects the end of an analysis when its last event was lost. */
const POLL_INTERVAL_MS = 5_000;

/** The server continues when the user leaves. Other screens and browsers show the same run. */
function useFullAnalysis() {
  /** The latest run at the time of the click. */
  const [before, setBefore] = useState<number | null>(null);
  const { run: start, isPending, announce } = useRunFullAnalysis();
  const { data } = useQuery({
    ...getFullAnalysis(),
    refetchInterval: ({ state }) => (isPending || isAnalysisRunning(state.data) ? POLL_INTERVAL_MS : false),
  });
  // The query can return the finished run before the response arrives.
  const isWaiting = isPending && (data?.runId ?? null) === before;
  const followed = useRef<number | null>(null);
  useEffect(() => {
    if (data === undefined || data.runId === null) return;
    if (isAnalysisRunning(data)) {
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
  return { data, run, isRunning: isWaiting || isAnalysisRunning(data) };
}

interface FullAnalysisBarProps {
  counts: AlertCounts | undefined;
  showsDetails: boolean;
  onToggleDetails: () => void;
}

export function FullAnalysisBar({ counts, showsDetails, onToggleDetails }: FullAnalysisBarProps) {
  const { data: analysis, run, isRunning } = useFullAnalysis();
  const running = isAnalysisRunning(analysis) ? analysis : undefined;
  const categories = `${formatCount(PATTERN_CATEGORIES.length)} pattern categories`;
  return (
    <section className="panel analysis-bar" aria-label="Analysis">
      <div className="analysis-words">
        <p>
          {counts === undefined ? (
            `Detection in ${categories}.`
          ) : (
            <>
              Detection across <strong className="figures">{formatQuantity(counts.transactions, 'transaction')}</strong>{' '}
              on <strong className="figures">{formatQuantity(counts.accounts, 'account')}</strong> in{' '}
              <strong>{categories}</strong>.
            </>
          )}
        </p>
        {isRunning && <RunningAnalysis key={running?.runId ?? 0} analysis={running} />}
        {!isRunning && analysis !== undefined && <p className="quiet">{formatLastAnalysis(analysis)}</p>}
      </div>
      <div className="analysis-buttons">
        <TakeNextAlertButton />
        <Button aria-expanded={showsDetails} onClick={onToggleDetails}>
          {showsDetails ? 'Hide Details' : 'Show Details'}
        </Button>
        <Button type="primary" icon={<PlayCircleOutlined aria-hidden />} disabled={isRunning} onClick={run}>
          {isRunning ? 'Analyzing...' : 'Run Full Analysis'}
        </Button>
      </div>
    </section>
  );
}
