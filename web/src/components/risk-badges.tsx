import './components.css';
import type { RiskLevel } from '@clearwatch/contracts/alerts';
import { formatPercent } from '../lib/number-format.ts';

/** Spec section 5. */
const DESTRUCTIVE_ABOVE_PERCENT = 200;
/** Detection caps the change at the column's limit (decimal 5,2): this value means "or more". */
const CAP_PERCENT = 999.99;

export function ChangeBadge({ percent }: { percent: string | null }) {
  // Compares the rounded value, so that a badge with 200.0% is not red.
  const value = Math.round(10 * Number(percent ?? 0)) / 10;
  if (!(value > 0)) return null;
  const look = value > DESTRUCTIVE_ABOVE_PERCENT ? 'destructive' : 'default';
  if (value >= CAP_PERCENT) {
    return (
      <span className={`change-badge change-${look}`} title="999.9% or more">
        +{formatPercent(999.9)}
      </span>
    );
  }
  return <span className={`change-badge change-${look}`}>+{formatPercent(value)}</span>;
}

export const RISK_LABELS: Record<RiskLevel, string> = { low: 'Low', medium: 'Medium', high: 'High' };
/** A shape for each level, so that risk does not depend on color. */
const SHAPES: Record<RiskLevel, string> = {
  high: 'M6 1 11.5 11h-11Z',
  medium: 'M6 .5 11.5 6 6 11.5.5 6Z',
  low: 'M6 1.5a4.5 4.5 0 1 0 .01 0Z',
};

export function RiskBadge({ level, label }: { level: RiskLevel; label?: string }) {
  return (
    <span className={`risk-badge risk-${level}`}>
      <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
        <path d={SHAPES[level]} fill="currentColor" />
      </svg>
      {label ?? RISK_LABELS[level]}
    </span>
  );
}
