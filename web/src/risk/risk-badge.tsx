import type { RiskLevel } from '@clearwatch/contracts/alerts';
import './risk-badge.css';

export const RISK_WORDS: Record<RiskLevel, string> = { high: 'High', medium: 'Medium', low: 'Low' };
/** A shape for each level, so that risk does not depend on seeing colour: triangle, diamond, circle. */
const SHAPES: Record<RiskLevel, string> = {
  high: 'M6 1 11.5 11h-11Z',
  medium: 'M6 .5 11.5 6 6 11.5.5 6Z',
  low: 'M6 1.5a4.5 4.5 0 1 0 .01 0Z',
};

/** The risk of an alert or a member: a word and a shape before it is a colour. */
export function RiskBadge({ level, label }: { level: RiskLevel; label?: string }) {
  return (
    <span className={`risk-badge risk-${level}`}>
      <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
        <path d={SHAPES[level]} fill="currentColor" />
      </svg>
      {label ?? RISK_WORDS[level]}
    </span>
  );
}
