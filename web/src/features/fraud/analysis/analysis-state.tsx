import type { FullAnalysis } from '@clearwatch/contracts/detection-policy.dto';
import { Progress } from 'antd';
import { useState } from 'react';
import { serverNow } from '../../../clock/server-now.ts';
import { useNow } from '../../../clock/use-now.ts';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import { isUnfinished } from '../../../full-analysis/use-run-analysis.ts';
import { remainingWords } from './remaining-words.ts';

interface AnalysisStateProps {
  analysis: FullAnalysis | undefined;
  /** From the press of the button on, before the server has said anything. */
  isRunning: boolean;
}

/** How far the analysis of everybody is, or when the last one was. */
export function AnalysisState({ analysis, isRunning }: AnalysisStateProps) {
  if (isRunning) {
    const running = isUnfinished(analysis) ? analysis : undefined;
    return <Running key={running?.runId ?? 0} analysis={running} />;
  }
  if (analysis === undefined) return null;
  return <p className="quiet">{lastWords(analysis)}</p>;
}

function Running({ analysis }: { analysis: FullAnalysis | undefined }) {
  const { shardsDone = 0, shards = 0 } = analysis ?? {};
  const remaining = useRemaining({ shardsDone, shards });
  const percent = shards === 0 ? 0 : Math.floor((shardsDone / shards) * 100);
  const words = [
    shards === 0
      ? 'Preparing the analysis'
      : `${formatCount(shardsDone)} of ${formatCounted(shards, 'part')}`,
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

/** Told from the pace since this screen first saw the analysis. */
function useRemaining({ shardsDone, shards }: Pick<FullAnalysis, 'shardsDone' | 'shards'>): string | null {
  const [first] = useState(() => ({ at: serverNow(), shardsDone }));
  const now = useNow();
  return remainingWords({
    parts: shardsDone - first.shardsDone,
    milliseconds: now - first.at,
    partsLeft: shards - shardsDone,
  });
}

function lastWords({ finishedAt, requestedBy, alertsGenerated }: FullAnalysis): string {
  if (finishedAt === null) {
    return 'New transactions are analyzed as they come in. Nobody has run an analysis of all of them yet.';
  }
  const by = requestedBy === null ? '' : ` by ${requestedBy}`;
  return `Last full analysis ${formatDateTime(finishedAt)}${by}: ${formatCounted(alertsGenerated, 'alert')} generated.`;
}
