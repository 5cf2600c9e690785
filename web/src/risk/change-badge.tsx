import { formatPercent } from '../formats/percent.ts';
import './change-badge.css';

/** Spec section 5: above this the badge turns destructive. */
const DESTRUCTIVE_ABOVE_PERCENT = 200;
/** Detection caps the change where its column ends (decimal 5,2): this figure means "or more". */
const CAP_PERCENT = 999.99;

/** How far the amount is above the member's normal. Only a rise shows; decimal text, null without a baseline. */
export function ChangeBadge({ percent }: { percent: string | null }) {
  // The decimal that is shown decides: no red badge says 200.0.
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
