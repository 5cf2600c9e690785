import { PlayCircleOutlined } from '@ant-design/icons';
import type { AlertCounts } from '@clearwatch/contracts/alerts.dto';
import { Button } from 'antd';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { TakeNextButton } from '../../../review/take-next-button.tsx';
import { PATTERN_CATEGORIES } from '../categories/category-guidelines.ts';
import { AnalysisState } from './analysis-state.tsx';
import { useFullAnalysis } from './use-full-analysis.ts';
import './analysis.css';

interface AnalysisBarProps {
  /** Undefined while they are not known. */
  counts: AlertCounts | undefined;
  showsDetails: boolean;
  onToggleDetails: () => void;
}

/** What is looked through, and what can be done with all of it. */
export function AnalysisBar({ counts, showsDetails, onToggleDetails }: AnalysisBarProps) {
  const { analysis, run, isRunning } = useFullAnalysis();
  return (
    <section className="panel analysis-bar" aria-label="Analysis">
      <div className="analysis-words">
        <p>{counts === undefined ? CATEGORIES_ALONE : <Scope counts={counts} />}</p>
        <AnalysisState analysis={analysis.data} isRunning={isRunning} />
      </div>
      <div className="analysis-buttons">
        <TakeNextButton />
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

const CATEGORIES_ALONE = `Detection in ${formatCount(PATTERN_CATEGORIES.length)} pattern categories.`;

function Scope({ counts: { transactions, accounts } }: { counts: AlertCounts }) {
  return (
    <>
      Detection across <strong className="figures">{formatCounted(transactions, 'transaction')}</strong> of{' '}
      <strong className="figures">{formatCounted(accounts, 'account')}</strong> in{' '}
      <strong>{formatCount(PATTERN_CATEGORIES.length)} pattern categories</strong>.
    </>
  );
}
