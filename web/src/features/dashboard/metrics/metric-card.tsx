import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from '@ant-design/icons';
import type { DefinedMetric } from '@clearwatch/domain/metric-definitions';
import { Sparkline } from '../../../charts/sparkline.tsx';
import { DefinitionInfo } from '../../../definitions/definition-info.tsx';
import { formatPercent, percentChange } from '../../../formats/percent.ts';

interface MetricCardProps {
  label: string;
  /** What the figure means, behind an icon. */
  definition: DefinedMetric;
  figure: string;
  /** The figure to the cent, as a tooltip of the rounded one. */
  exact?: string;
  current: number;
  previous: number;
  /** Whether a rise is good news or bad. */
  rising: 'good' | 'bad';
  /** The weeks before, oldest first, where there is such a history. */
  history?: number[];
  /** Colour of the history. */
  colour?: string;
}

/** "$999,999,999" still fits the narrowest card in large type. */
const ROOMY_LENGTH = 12;

/** A figure and its change against the previous period, by arrow and word before colour. */
export function MetricCard({
  label,
  definition,
  figure,
  exact,
  current,
  previous,
  rising,
  history = [],
  colour = 'currentColor',
}: MetricCardProps) {
  const change = percentChange({ current, previous });
  // The specification's 0% of such a change must not read as "the same as before".
  const fromNothing = previous === 0 && current !== 0;
  const direction = directionOf(change);
  const { Arrow, word } = DIRECTIONS[direction];
  const tone = toneOf(direction, rising);
  return (
    <article className="panel metric-card" aria-label={label}>
      <div className="metric-head">
        <h2>{label}</h2>
        <DefinitionInfo figure={definition} />
      </div>
      <div className="metric-line">
        <p
          className={`metric-figure figures ${figure.length > ROOMY_LENGTH ? 'metric-figure-long' : ''}`}
          title={exact}
        >
          {figure}
        </p>
        <Sparkline values={history} colour={colour} />
      </div>
      <p className={`metric-change tone-${tone}`}>
        <Arrow aria-hidden /> {formatPercent(Math.abs(change))}{' '}
        {fromNothing ? (
          <span className="quiet">nothing in the prior 30 days</span>
        ) : (
          <>
            {word} <span className="quiet">vs prior 30 days</span>
          </>
        )}
      </p>
    </article>
  );
}

type Direction = 'up' | 'down' | 'level';

const DIRECTIONS = {
  up: { Arrow: ArrowUpOutlined, word: 'up' },
  down: { Arrow: ArrowDownOutlined, word: 'down' },
  level: { Arrow: MinusOutlined, word: 'no change' },
} as const;

/** By the decimal that is shown: 0.0% is no change. */
function directionOf(change: number): Direction {
  if (Math.abs(change) < 0.05) return 'level';
  return change > 0 ? 'up' : 'down';
}

function toneOf(direction: Direction, rising: 'good' | 'bad'): 'good' | 'bad' | 'neutral' {
  if (direction === 'level') return 'neutral';
  return (direction === 'up') === (rising === 'good') ? 'good' : 'bad';
}
