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

interface AnalysisPace {
  parts: number;
  milliseconds: number;
  partsLeft: number;
}

/** Fewer parts or a shorter time allow no estimate. */
const MIN_PARTS = 2;
const MIN_ELAPSED_MS = 10_000;
const MINUTE_MS = 60_000;

export function formatRemainingTime({ parts, milliseconds, partsLeft }: AnalysisPace): string | null {
  if (parts < MIN_PARTS || milliseconds < MIN_ELAPSED_MS || partsLeft <= 0) return null;
  const left = (milliseconds / parts) * partsLeft;
  if (left < MINUTE_MS) return 'less than a minute left';
  return `about ${formatQuantity(Math.round(left / MINUTE_MS), 'minute')} left`;
}

interface AnalysisStateProps {
  analysis: FullAnalysis | undefined;
  /** True from the click on, before the server has answered. */
  isRunning: boolean;
}

function AnalysisState({ analysis, isRunning }: AnalysisStateProps) {
  if (isRunning) {
    const running = isAnalysisRunning(analysis) ? analysis : undefined;
    return <RunningAnalysis key={running?.runId ?? 0} analysis={running} />;
  }
  if (analysis === undefined) return null;
  return <p className="quiet">{formatLastAnalysis(analysis)}</p>;
}

function RunningAnalysis({ analysis }: { analysis: FullAnalysis | undefined }) {
  const { shardsDone = 0, shards = 0 } = analysis ?? {};
  const remaining = useRemainingTime({ shardsDone, shards });
  const percent = shards === 0 ? 0 : Math.floor((shardsDone / shards) * 100);
  const words = [
    shards === 0
      ? 'Preparing the analysis'
      : `${formatCount(shardsDone)} of ${formatQuantity(shards, 'part')}`,
    remaining,
    analysis?.requestedBy ? `started by ${analysis.requestedBy}` : null,
    'goes on if you leave',
  ];
  return (
    <div className="analysis-progress">
      <Progress
        percent={percent}
        status="active"
        aria-label="Progress of the full analysis"
        showInfo={false}
      />
      <output className="figures">{words.filter((word) => word !== null).join(' · ')}</output>
    </div>
  );
}

function useRemainingTime({
  shardsDone,
  shards,
}: Pick<FullAnalysis, 'shardsDone' | 'shards'>): string | null {
  const [first] = useState(() => ({ at: serverNow(), shardsDone }));
  const now = useServerNow();
  return formatRemainingTime({
    parts: shardsDone - first.shardsDone,
    milliseconds: now - first.at,
    partsLeft: shards - shardsDone,
  });
}

function formatLastAnalysis({ finishedAt, requestedBy, alertsGenerated }: FullAnalysis): string {
  if (finishedAt === null) {
    return 'New transactions are analyzed as they come in. Nobody has run an analysis of all of them yet.';
  }
  const by = requestedBy === null ? '' : ` by ${requestedBy}`;
  return `Last full analysis ${formatDateTime(finishedAt)}${by}: ${formatQuantity(alertsGenerated, 'alert')} generated.`;
}

/** Finds the end of an analysis whose last event was lost. */
const POLL_INTERVAL_MS = 5_000;

/** The server continues when the user leaves; other screens and browsers follow the same run. */
function useFullAnalysis() {
  /** The newest analysis when the button was clicked. */
  const [before, setBefore] = useState<number | null>(null);
  const { run: start, isPending, announce } = useRunFullAnalysis();
  const analysis = useQuery({
    ...getFullAnalysis(),
    refetchInterval: ({ state }) => (isPending || isAnalysisRunning(state.data) ? POLL_INTERVAL_MS : false),
  });

  const { data } = analysis;
  // The end may be read before the response arrives; then nothing runs anymore.
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
  return { analysis, run, isRunning: isWaiting || isAnalysisRunning(data) };
}

interface FullAnalysisBarProps {
  counts: AlertCounts | undefined;
  showsDetails: boolean;
  onToggleDetails: () => void;
}

export function FullAnalysisBar({ counts, showsDetails, onToggleDetails }: FullAnalysisBarProps) {
  const { analysis, run, isRunning } = useFullAnalysis();
  return (
    <section className="panel analysis-bar" aria-label="Analysis">
      <div className="analysis-words">
        <p>{counts === undefined ? CATEGORIES_SENTENCE : <AnalysisScope counts={counts} />}</p>
        <AnalysisState analysis={analysis.data} isRunning={isRunning} />
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

const CATEGORIES_SENTENCE = `Detection in ${formatCount(PATTERN_CATEGORIES.length)} pattern categories.`;

function AnalysisScope({ counts: { transactions, accounts } }: { counts: AlertCounts }) {
  return (
    <>
      Detection across <strong className="figures">{formatQuantity(transactions, 'transaction')}</strong> of{' '}
      <strong className="figures">{formatQuantity(accounts, 'account')}</strong> in{' '}
      <strong>{formatCount(PATTERN_CATEGORIES.length)} pattern categories</strong>.
    </>
  );
}
